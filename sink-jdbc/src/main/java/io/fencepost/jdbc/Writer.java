package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import io.fencepost.jdbc.OnceResult.AlreadyThere;
import io.fencepost.jdbc.OnceResult.Written;
import io.fencepost.jdbc.Transactions.Guarded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The fenced writes, in a transaction that already holds the guard. */
final class Writer {
  private final String sink;
  private final Transactions transactions;
  private final Resolver resolver;

  Writer(String sink, Transactions transactions, Resolver resolver) {
    this.sink = sink;
    this.transactions = transactions;
    this.resolver = resolver;
  }

  /** Key and work, in the sink's own transaction. */
  <X extends Exception> OnceResult once(RunContext run, ResultRow row, KeptWork<X> work) throws X {
    OnceResult result;
    Optional<Exception> lost;
    try (Guarded guarded = transactions.begin(run, row.nonce())) {
      result = write(guarded.connection(), run, row, work);
      lost = commit(guarded, run);
    }
    // What was there stays there, whether or not the raised mark was kept.
    if (lost.isEmpty() || result instanceof AlreadyThere) {
      return result;
    }
    // Only now, with the connection closed: the server learns of it, and a pool of one has another.
    return resolved(run, row, result, lost.get());
  }

  private OnceResult resolved(RunContext run, ResultRow row, OnceResult result, Exception lost) {
    Optional<StoredRow> found = resolver.resolve(run, row, lost);
    if (found.isEmpty()) {
      throw new FencepostException(
          SqlErrors.who(run) + ": sink '" + sink + "' could not commit; nothing was kept", lost);
    }
    boolean mine = found.get().nonce().equals(row.nonce());
    return mine ? result : found.get().alreadyThere();
  }

  /** The work alone, in the sink's own transaction. */
  <X extends Exception> void guarded(RunContext run, KeptWork<X> work) throws X {
    try (Guarded guarded = transactions.begin(run, Transactions.newNonce())) {
      piece(guarded.connection(), run, guarded.nonce(), Optional.empty()).run(work);
      run.checkHeld();
      Optional<Exception> lost = commit(guarded, run);
      if (lost.isPresent()) {
        throw new UnknownOutcomeException(
            sink,
            run.occurrence(),
            SqlErrors.who(run)
                + ": sink '"
                + sink
                + "' lost the reply to a commit, and a write without a key cannot be looked up",
            lost.get());
      }
    }
  }

  /** Key first: it is unique, so no other transaction can do the work meanwhile. */
  <X extends Exception> OnceResult write(
      Connection connection, RunContext run, ResultRow row, KeptWork<X> work) throws X {
    Optional<StoredRow> earlier =
        SqlErrors.told(
            sink,
            run,
            "add a result",
            () -> transactions.database(connection).insert(connection, row));
    if (earlier.isPresent()) {
      return earlier.get().alreadyThere();
    }
    Optional<String> text = piece(connection, run, row.nonce(), Optional.of(row)).run(work);
    if (text.isPresent()) {
      SqlErrors.told(
          sink,
          run,
          "keep a result's text",
          () -> transactions.database(connection).store(connection, row, text.get()));
    }
    run.checkHeld();
    return new Written(text);
  }

  private Piece piece(
      Connection connection, RunContext run, String nonce, Optional<ResultRow> row) {
    Database database =
        SqlErrors.told(sink, run, "begin the work", () -> transactions.database(connection));
    return new Piece(sink, database, connection, run, nonce, row);
  }

  /**
   * @return the error, if it leaves open whether the commit took effect
   * @throws FencepostException if the database refused the commit
   */
  private Optional<Exception> commit(Guarded guarded, RunContext run) {
    try {
      guarded.transaction().commit();
      return Optional.empty();
    } catch (SQLException e) {
      if (SqlErrors.isRefusedCommit(e)) {
        throw SqlErrors.of(sink, run, "commit", e);
      }
      return Optional.of(e);
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
  }
}

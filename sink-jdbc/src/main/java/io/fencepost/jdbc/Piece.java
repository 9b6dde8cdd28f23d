package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A piece of work in a transaction that holds the guard. It must be the same transaction at the
 * end: the guard's row was locked all the while, and all of it is committed, or nothing.
 */
final class Piece {
  private final String sink;
  private final Database database;
  private final Connection connection;
  private final RunContext run;
  private final String nonce;
  private final Optional<ResultRow> row;

  /**
   * @param nonce stands in the guard
   * @param row the key that the work belongs to, if it has one
   */
  Piece(
      String sink,
      Database database,
      Connection connection,
      RunContext run,
      String nonce,
      Optional<ResultRow> row) {
    this.sink = sink;
    this.database = database;
    this.connection = connection;
    this.run = run;
    this.nonce = nonce;
    this.row = row;
  }

  String nonce() {
    return nonce;
  }

  boolean isOf(ResultRow other) {
    return row.isPresent() && row.get().hasKeyOf(other);
  }

  /**
   * Does the work.
   *
   * @throws FencepostException if the transaction was not to be doomed, or is not the same any more
   */
  <X extends Exception> Optional<String> run(KeptWork<X> work) throws X {
    String pin = SqlErrors.told(sink, run, "begin the work", () -> database.pin(connection));
    Optional<String> text;
    try {
      text = WorkConnection.run(connection, this, work);
    } catch (Throwable e) {
      tellIfKept(e, pin);
      throw e;
    }
    requireIntact(() -> database.isHeld(connection, run, nonce) && database.holds(connection, pin));
    return text;
  }

  /** For what joins the transaction. */
  void requireHeld() {
    requireIntact(() -> database.isHeld(connection, run, nonce));
  }

  private void requireIntact(SqlErrors.Query<Boolean> query) {
    boolean intact = SqlErrors.told(sink, run, "commit", query);
    if (!intact) {
      throw new FencepostException(
          SqlErrors.who(run)
              + ": sink '"
              + sink
              + "' could not commit: the transaction that the work began in is gone. Either an SQL"
              + " error made the database undo it, and the work caught the error and went on; or a"
              + " statement of the work committed it, as DDL does in MySQL and H2, and what came"
              + " before that, the key too, is kept");
    }
  }

  /** The caller takes a failure for a rollback, and the key that was kept would surprise it. */
  private void tellIfKept(Throwable failure, String pin) {
    try {
      if (!database.holds(connection, pin) && database.bears(connection, run, nonce)) {
        failure.addSuppressed(
            new FencepostException(
                SqlErrors.who(run)
                    + ": a statement of the work committed its transaction, as DDL does in MySQL"
                    + " and H2: what came before that, the key too, is kept"));
      }
    } catch (SQLException | RuntimeException e) {
      // The connection is broken, or the transaction has failed: it was not committed then.
      failure.addSuppressed(e);
    }
  }
}

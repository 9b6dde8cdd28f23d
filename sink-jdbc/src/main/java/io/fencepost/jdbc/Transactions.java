package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import io.fencepost.StaleFenceException;
import io.fencepost.time.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Begins the sink's own transactions, with the guard as their first statement. */
final class Transactions {
  private final String sink;
  private final DataSource dataSource;
  private final Limits limits;
  private final Ticker ticker;

  /** Known once a connection was seen; finding it twice does no harm. */
  private volatile @Nullable Database database;

  Transactions(
      String sink, DataSource dataSource, @Nullable Dialect dialect, Limits limits, Ticker ticker) {
    this.sink = sink;
    this.dataSource = dataSource;
    this.database = dialect == null ? null : Database.of(dialect);
    this.limits = limits;
    this.ticker = ticker;
  }

  /** A transaction that holds the guard, and the higher mark if the run is stale. */
  record Guarded(OwnTransaction transaction, String nonce, Optional<FenceToken> mark)
      implements AutoCloseable {
    Connection connection() {
      return transaction.connection();
    }

    @Override
    public void close() {
      transaction.close();
    }
  }

  static String newNonce() {
    return UUID.randomUUID().toString();
  }

  /**
   * @throws StaleFenceException if the sink has seen a higher token
   */
  Guarded begin(RunContext run, String nonce) {
    Guarded guarded = guard(run, nonce);
    if (guarded.mark().isPresent()) {
      guarded.close();
      throw new StaleFenceException(sink, run.occurrence(), run.fence(), guarded.mark().get());
    }
    return guarded;
  }

  /**
   * Tries again as long as the isolation level makes the guard fail because another transaction of
   * the job was first; nothing else has been done yet.
   */
  Guarded guard(RunContext run, String nonce) {
    GuardKey.of(run);
    long start = ticker.nanos();
    while (true) {
      try {
        return tryGuard(run, nonce);
      } catch (SQLException e) {
        if (!SqlErrors.isSerializationFailure(e)
            || ticker.nanos() - start >= limits.lock().toNanos()) {
          throw SqlErrors.of(sink, run, "raise its guard", e);
        }
      }
    }
  }

  private Guarded tryGuard(RunContext run, String nonce) throws SQLException {
    OwnTransaction transaction = open(run);
    try {
      Connection connection = transaction.connection();
      Optional<FenceToken> mark = database(connection).raise(connection, run, nonce);
      return new Guarded(transaction, nonce, mark);
    } catch (SQLException | RuntimeException e) {
      transaction.close();
      throw e;
    }
  }

  private OwnTransaction open(RunContext run) throws SQLException {
    Connection connection;
    try {
      connection = dataSource.getConnection();
    } catch (SQLException e) {
      throw new FencepostException(
          SqlErrors.who(run)
              + ": sink '"
              + sink
              + "' got no connection from its "
              + dataSource.getClass().getName()
              + ": "
              + SqlErrors.explained(e),
          e);
    }
    return OwnTransaction.begin(connection, () -> database(connection), limits);
  }

  Database database(Connection connection) throws SQLException {
    Database known = database;
    if (known == null) {
      known = Database.of(Dialect.of(connection));
      database = known;
    }
    return known;
  }
}

package io.fencepost.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction on a connection of the sink's own. Closing it without {@link #commit} rolls back.
 * The connection goes back as it came; where that is not certain, it is broken instead: a pool may
 * turn on autocommit, and that would commit what is still open.
 */
final class OwnTransaction implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OwnTransaction.class);

  private enum State {
    OPEN,
    ENDED,
    IN_DOUBT
  }

  private final Connection connection;
  private final Database database;
  private final boolean autoCommitBefore;
  private boolean limited;
  private State state = State.OPEN;

  private OwnTransaction(Connection connection, Database database) throws SQLException {
    this.connection = connection;
    this.database = database;
    this.autoCommitBefore = connection.getAutoCommit();
  }

  /**
   * Begins; closes the connection if that fails. What somebody left open on it is undone first: we
   * would commit it, and its snapshot may be older than the guard's lock. A transaction begun in
   * SQL is open in autocommit mode too.
   */
  static OwnTransaction begin(
      Connection connection, SqlErrors.Query<Database> database, Limits limits)
      throws SQLException {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      // Asked only now: H2 leaves autocommit mode for a transaction begun in SQL, and goes back.
      OwnTransaction begun = new OwnTransaction(connection, database.get());
      begun.begin(limits);
      return begun;
    } catch (SQLException | RuntimeException e) {
      discard(connection);
      throw e;
    }
  }

  private void begin(Limits limits) throws SQLException {
    if (autoCommitBefore) {
      connection.setAutoCommit(false);
      connection.rollback();
    }
    database.limit(connection, limits);
    limited = true;
  }

  Connection connection() {
    return connection;
  }

  /**
   * If this throws, it may have been committed all the same: see {@link SqlErrors#isRefusedCommit}.
   */
  void commit() throws SQLException {
    state = State.IN_DOUBT;
    try {
      connection.commit();
      state = State.ENDED;
    } catch (SQLException e) {
      if (SqlErrors.isRefusedCommit(e)) {
        state = State.OPEN;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      if (state == State.OPEN) {
        connection.rollback();
        state = State.ENDED;
      }
      if (state == State.ENDED) {
        giveBack();
        return;
      }
    } catch (SQLException | RuntimeException e) {
      log.debug("A connection could not be given back as it came, so it is discarded", e);
    }
    discard(connection);
  }

  private void giveBack() throws SQLException {
    if (limited) {
      database.unlimit(connection);
      if (!autoCommitBefore) {
        connection.rollback();
      }
    }
    if (autoCommitBefore) {
      connection.setAutoCommit(true);
    }
    connection.close();
  }

  private static void discard(Connection connection) {
    try (connection) {
      connection.abort(Runnable::run);
    } catch (SQLException | RuntimeException e) {
      log.debug("A broken connection did not close cleanly", e);
    }
  }
}

package io.fencepost.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Sees to it that a transaction that a guard refused cannot commit, also if the error is caught.
 */
final class Doom {
  private Doom() {}

  /** Dooms the transaction and returns the reason, with what went wrong on the way attached. */
  static <E extends RuntimeException> E of(Connection connection, E reason) {
    try {
      if (connection.isWrapperFor(FencedTransaction.class)) {
        connection.unwrap(FencedTransaction.class).doom(reason);
      } else if (!connection.getAutoCommit()) {
        cutOff(connection);
      }
    } catch (SQLException | RuntimeException e) {
      reason.addSuppressed(e);
    }
    return reason;
  }

  /**
   * Rolls back, and breaks the connection so that nothing can follow on it. An aborted transaction
   * would not do: PostgreSQL's driver lets a commit of it return as if all were well, and a
   * savepoint brings it back to life.
   */
  private static void cutOff(Connection connection) throws SQLException {
    try {
      connection.rollback();
    } finally {
      try {
        connection.abort(Runnable::run);
      } finally {
        connection.close();
      }
    }
  }
}

package io.fencepost.jdbc;

import static java.util.Objects.requireNonNullElse;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** H2: a lock timeout for each session, and no bound on an idle transaction. */
final class H2 extends UpdateFirst {
  @Override
  void limit(Connection connection, Limits limits) throws SQLException {
    execute(
        connection,
        "SET @fencepost_lock_timeout = LOCK_TIMEOUT(); SET LOCK_TIMEOUT "
            + limits.lock().toMillis());
  }

  @Override
  void unlimit(Connection connection) throws SQLException {
    execute(connection, "SET LOCK_TIMEOUT @fencepost_lock_timeout");
  }

  @Override
  String pin(Connection connection) throws SQLException {
    return transactionId(connection);
  }

  @Override
  boolean holds(Connection connection, String pin) throws SQLException {
    return pin.equals(transactionId(connection));
  }

  /** Empty if nothing was written yet. */
  private static String transactionId(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT TRANSACTION_ID()")) {
      row.next();
      return requireNonNullElse(row.getString(1), "");
    }
  }
}

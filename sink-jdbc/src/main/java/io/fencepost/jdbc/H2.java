package io.fencepost.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

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
}

package io.fencepost.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * MySQL and MariaDB. Timeouts are the session's, so what was there is kept in user variables and
 * put back. {@code wait_timeout} is the one bound on an idle transaction that both have.
 */
final class MySql extends UpdateFirst {
  @Override
  void limit(Connection connection, Limits limits) throws SQLException {
    execute(
        connection,
        "SET @fencepost_lock_wait = @@SESSION.innodb_lock_wait_timeout,"
            + " @fencepost_wait = @@SESSION.wait_timeout,"
            + " SESSION innodb_lock_wait_timeout = "
            + Limits.seconds(limits.lock())
            + ", SESSION wait_timeout = "
            + Limits.seconds(limits.idle()));
  }

  @Override
  void unlimit(Connection connection) throws SQLException {
    execute(
        connection,
        "SET SESSION innodb_lock_wait_timeout = @fencepost_lock_wait,"
            + " SESSION wait_timeout = @fencepost_wait");
  }
}

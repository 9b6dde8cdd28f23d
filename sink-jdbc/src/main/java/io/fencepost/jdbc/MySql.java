package io.fencepost.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * MySQL and MariaDB. Timeouts are the session's, so what was there is kept in user variables and
 * put back. {@code wait_timeout} is the one bound on an idle transaction that both have.
 */
final class MySql extends UpdateFirst {
  private static final int NO_SUCH_SAVEPOINT = 1305;

  /** Pieces of work may stand inside one another, so each has a savepoint of its own. */
  private static final AtomicLong PINS = new AtomicLong();

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

  /** A savepoint ends with its transaction, whatever ends that. */
  @Override
  String pin(Connection connection) throws SQLException {
    String savepoint = "fencepost_" + PINS.incrementAndGet();
    execute(connection, "SAVEPOINT " + savepoint);
    return savepoint;
  }

  @Override
  boolean holds(Connection connection, String pin) throws SQLException {
    try {
      execute(connection, "RELEASE SAVEPOINT " + pin);
      return true;
    } catch (SQLException e) {
      if (e.getErrorCode() == NO_SUCH_SAVEPOINT) {
        return false;
      }
      throw e;
    }
  }
}

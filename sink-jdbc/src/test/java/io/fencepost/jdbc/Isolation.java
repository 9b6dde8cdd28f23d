package io.fencepost.jdbc;

import java.sql.Connection;
import javax.sql.DataSource;

/** What a pool may be configured to hand out. */
enum Isolation {
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int level;

  Isolation(int level) {
    this.level = level;
  }

  DataSource over(DataSource dataSource) {
    return Faults.dataSource(
        () -> {
          Connection connection = dataSource.getConnection();
          connection.setTransactionIsolation(level);
          return connection;
        });
  }
}

package io.fencepost.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A pool of one connection: what one user leaves behind, the next one sees. */
final class OnePool implements AutoCloseable {
  private final HikariDataSource pool;

  OnePool(TestServer server) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource());
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(5_000);
    pool = new HikariDataSource(config);
  }

  DataSource dataSource() {
    return pool;
  }

  String query(String sql) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return TestServer.query(connection, sql);
    }
  }

  boolean autoCommit() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return connection.getAutoCommit();
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}

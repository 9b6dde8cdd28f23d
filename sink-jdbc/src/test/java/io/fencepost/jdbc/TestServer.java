package io.fencepost.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A database that a test class starts for itself. */
interface TestServer extends AutoCloseable {
  DataSource dataSource();

  /** A database of its own without any tables. */
  DataSource empty() throws SQLException;

  Dialect dialect();

  /** The name and version of the server, for reports. */
  default String version() throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      return connection.getMetaData().getDatabaseProductName()
          + " "
          + connection.getMetaData().getDatabaseProductVersion();
    }
  }

  /** Counts the sessions that wait for a lock now. */
  String waitersSql();

  /** What the sink's timeouts are in this session: the same text before and after it was used. */
  String settingsSql();

  /** The same inside the sink's own transactions. */
  String settingsForALeaseOf30Seconds();

  default boolean hasWaiter() {
    try {
      return Integer.parseInt(query(waitersSql())) > 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  default String query(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      return query(connection, sql);
    }
  }

  default void update(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      execute(connection, sql);
    }
  }

  static String query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  void close();
}

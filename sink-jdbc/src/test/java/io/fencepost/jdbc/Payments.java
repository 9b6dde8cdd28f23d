package io.fencepost.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The business table of the tests: one row for each time that work was committed. */
final class Payments {
  private final DataSource dataSource;

  Payments(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  void createTable() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      TestServer.execute(connection, "CREATE TABLE payment (job VARCHAR(100), amount INTEGER)");
    }
  }

  static void insert(Connection transaction, String job, int amount) throws SQLException {
    try (PreparedStatement insert =
        transaction.prepareStatement("INSERT INTO payment (job, amount) VALUES (?, ?)")) {
      insert.setString(1, job);
      insert.setInt(2, amount);
      insert.executeUpdate();
    }
  }

  List<Integer> of(String job) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT amount FROM payment WHERE job = ? ORDER BY 1")) {
      select.setString(1, job);
      List<Integer> amounts = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          amounts.add(rows.getInt(1));
        }
      }
      return amounts;
    }
  }
}

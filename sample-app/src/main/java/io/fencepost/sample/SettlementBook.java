package io.fencepost.sample;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.fencepost.FencepostException;
import io.fencepost.RunContext;
import io.fencepost.jdbc.JdbcSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Payments and settlements in PostgreSQL. Knows nothing of schedules and tokens, but for writing
 * down who settled.
 */
final class SettlementBook {
  private final DataSource dataSource;

  @Inject
  SettlementBook(DataSource dataSource) {
    this.dataSource = requireNonNull(dataSource, "dataSource is null");
  }

  /**
   * @throws FencepostException if the database cannot be reached
   */
  void createTables() {
    JdbcSchema.createIfMissing(dataSource);
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      // Replicas that start together would trip over each other's CREATE TABLE.
      statement.execute("SELECT pg_advisory_lock(20260101)");
      try {
        statement.execute(script());
      } finally {
        statement.execute("SELECT pg_advisory_unlock(20260101)");
      }
    } catch (SQLException e) {
      throw new FencepostException(
          "the tables of settlement.sql could not be created: " + e.getMessage(), e);
    }
  }

  private static String script() {
    try (InputStream in =
        requireNonNull(
            SettlementBook.class.getResourceAsStream("/settlement.sql"), "settlement.sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> merchants() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT DISTINCT merchant FROM payment ORDER BY merchant")) {
      List<String> merchants = new ArrayList<>();
      while (rows.next()) {
        merchants.add(rows.getString(1));
      }
      return merchants;
    }
  }

  long taken(String merchant, LocalDate day) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT coalesce(sum(cents), 0) FROM payment WHERE merchant = ? AND day = ?")) {
      query.setString(1, merchant);
      query.setObject(2, day);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  void settle(Connection tx, RunContext run, String merchant, LocalDate day, long cents)
      throws SQLException {
    try (PreparedStatement insert =
        tx.prepareStatement(
            "INSERT INTO settlement (merchant, day, cents, node, fence) VALUES (?, ?, ?, ?, ?)")) {
      insert.setString(1, merchant);
      insert.setObject(2, day);
      insert.setLong(3, cents);
      insert.setString(4, run.node());
      insert.setString(5, run.fence().toString());
      insert.executeUpdate();
    }
  }

  void close(Connection tx, RunContext run, LocalDate day) throws SQLException {
    try (PreparedStatement insert =
        tx.prepareStatement(
            "INSERT INTO closed_day (day, cents, node, fence)"
                + " SELECT ?, coalesce(sum(cents), 0), ?, ? FROM settlement WHERE day = ?")) {
      insert.setObject(1, day);
      insert.setString(2, run.node());
      insert.setString(3, run.fence().toString());
      insert.setObject(4, day);
      insert.executeUpdate();
    }
  }
}

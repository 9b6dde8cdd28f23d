package io.fencepost.jdbc;

import static java.util.Objects.requireNonNull;

import io.fencepost.FencepostException;
import io.fencepost.time.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The sink's two tables, {@code fencepost_guard} and {@code fencepost_result}. Put the script into
 * your migrations, or let it run at start.
 */
public final class JdbcSchema {
  private static final Pattern END_OF_STATEMENT = Pattern.compile(";\\s*\\n");
  private static final List<String> PROBES =
      List.of(
          "SELECT namespace, job, shard, epoch, fence, occurrence, node, nonce, raised_at"
              + " FROM fencepost_guard WHERE 1 = 0",
          "SELECT namespace, job, shard, occurrence, step, epoch, fence, attempt, node, nonce,"
              + " result, committed_at FROM fencepost_result WHERE 1 = 0");

  private JdbcSchema() {}

  /** The script, also found on the class path in {@code io/fencepost/jdbc}. */
  public static String script(Dialect dialect) {
    String path = requireNonNull(dialect, "dialect is null").scriptPath();
    try (InputStream script = JdbcSchema.class.getClassLoader().getResourceAsStream(path)) {
      if (script == null) {
        throw new IllegalStateException(path + " is missing from the class path");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be read", e);
    }
  }

  /**
   * Creates the tables that are not there. Several processes may call it at once; where they are
   * all there, it needs no right to create any.
   *
   * @throws FencepostException if the database cannot be reached or refuses
   */
  public static void createIfMissing(DataSource dataSource) {
    requireNonNull(dataSource, "dataSource is null");
    new DatabaseCheck("the database for the JDBC sink's tables", dataSource, Ticker.system())
        .run(JdbcSchema::createIfMissing);
  }

  private static void createIfMissing(Connection connection) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(true);
    try {
      if (!isThere(connection)) {
        create(connection);
      }
    } finally {
      connection.setAutoCommit(autoCommit);
    }
  }

  private static void create(Connection connection) throws SQLException {
    List<String> statements =
        END_OF_STATEMENT.splitAsStream(script(Dialect.of(connection))).toList();
    for (String statement : statements) {
      try {
        Database.execute(connection, statement);
      } catch (SQLException e) {
        // IF NOT EXISTS fails where another process creates the same table at this moment.
        Database.execute(connection, statement);
      }
    }
  }

  private static boolean isThere(Connection connection) {
    try {
      probe(connection);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  static void probe(Connection connection) throws SQLException {
    for (String probe : PROBES) {
      Database.execute(connection, probe);
    }
  }
}

package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** The databases whose locks and timeouts the sink knows how to use. */
public enum Dialect {
  /** PostgreSQL 11 or newer, and what reports itself as it. */
  POSTGRESQL("postgresql.sql"),
  /** MySQL 5.7 or newer and MariaDB 10.5 or newer, with InnoDB tables. */
  MYSQL("mysql.sql"),
  /** H2 2.x, for tests and single processes: it cannot free the lock of a paused holder. */
  H2("h2.sql");

  private final String script;

  Dialect(String script) {
    this.script = script;
  }

  /** The class path resource with the schema. */
  String scriptPath() {
    return "io/fencepost/jdbc/" + script;
  }

  /**
   * @throws FencepostException if the database is none of these
   */
  static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product.toLowerCase(Locale.ROOT)) {
      case "postgresql" -> POSTGRESQL;
      case "mysql", "mariadb" -> MYSQL;
      case "h2" -> H2;
      default ->
          throw new FencepostException(
              "the database calls itself '"
                  + product
                  + "', which the JDBC sink does not know: PostgreSQL, MySQL, MariaDB and H2 are"
                  + " supported; if it speaks one of these, name it with JdbcSink.Builder.dialect");
    };
  }
}

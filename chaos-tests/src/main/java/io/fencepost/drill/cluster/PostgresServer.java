package io.fencepost.drill.cluster;

import io.fencepost.testing.FreePorts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A PostgreSQL server of this JVM's own, on a free port of loopback. What it committed survives its
 * processes, but not a crash of the machine: it does not sync to disk. Thread-safe.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(2);
  private static final String USER = "postgres";

  private final EmbeddedPostgres server;
  private final long pid;

  private PostgresServer(EmbeddedPostgres server, long pid) {
    this.server = server;
    this.pid = pid;
    Reaper.watch(pid);
  }

  /**
   * Starts a server with an empty data directory and waits until it serves: 2 to 10 s.
   *
   * @param directory for its data and log
   * @throws ClusterException if it does not start
   */
  public static PostgresServer start(Path directory) {
    Path data = directory.resolve("postgres");
    Path log = directory.resolve("postgres.log");
    try {
      Files.createDirectories(directory);
      Redirect output = Redirect.appendTo(log.toFile());
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(true)
              .setPort(FreePorts.take(1).get(0))
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("fsync", "off")
              .setServerConfig("max_connections", "100")
              .setOutputRedirector(output)
              .setErrorRedirector(output)
              .setPGStartupWait(START)
              .start();
      return new PostgresServer(server, postmaster(data));
    } catch (IOException | RuntimeException e) {
      throw new ClusterException("PostgreSQL did not start; its log is " + log, e);
    }
  }

  private static long postmaster(Path data) throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
  }

  public int port() {
    return server.getPort();
  }

  /** The server's first process. Its death ends all others. */
  public long pid() {
    return pid;
  }

  /** The JDBC address of a database, with the user in it; no password is asked for. */
  public String jdbcUrl(String database) {
    return jdbcUrl(database, port());
  }

  /** The same over another port that leads to the server's. */
  public String jdbcUrl(String database, int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
  }

  /**
   * Creates an empty database, so that drills on one server do not see each other.
   *
   * @param name a plain lower-case SQL name
   * @return its JDBC address
   */
  public String createDatabase(String name) {
    if (!name.matches("[a-z][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException("'" + name + "' is not a plain lower-case SQL name");
    }
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
      return jdbcUrl(name);
    } catch (SQLException e) {
      throw new ClusterException("could not create database " + name, e);
    }
  }

  /** Stops the server and deletes its data. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new ClusterException("could not stop PostgreSQL", e);
    } finally {
      Reaper.forget(pid);
    }
  }
}

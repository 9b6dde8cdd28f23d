package io.fencepost.sample.demo;

import io.fencepost.drill.cluster.ClusterException;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.PostgresServer;
import io.fencepost.drill.cluster.Replicas;
import io.fencepost.sample.BusinessDays;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/** The servers and replicas of a demo, and the payments that they settle. */
final class DemoCluster implements AutoCloseable {
  static final Duration SESSION = Duration.ofSeconds(4);

  /** The session, half a second for a tick of ZooKeeper or a scan of etcd, and one to take over. */
  static final Duration TAKEOVER_BOUND = SESSION.plusMillis(1500);

  static final Duration EVERY = Duration.ofSeconds(4);
  static final int MERCHANTS = 4;
  private static final int DAYS = 200;

  private final CoordinationCluster coordination;
  private final PostgresServer postgres;
  private final Replicas replicas;

  private DemoCluster(
      CoordinationCluster coordination, PostgresServer postgres, Replicas replicas) {
    this.coordination = coordination;
    this.postgres = postgres;
    this.replicas = replicas;
  }

  /** Starts the servers; no replica yet. */
  static DemoCluster start(Path directory, Coordination backend, int servers, Instant from) {
    CoordinationCluster coordination =
        backend.start(servers, directory.resolve(backend.toString()));
    try {
      PostgresServer postgres = PostgresServer.start(directory.resolve("postgres"));
      String jdbcUrl = postgres.createDatabase("settlement");
      fill(jdbcUrl);
      return new DemoCluster(
          coordination,
          postgres,
          new Replicas(
              DemoReplica.class.getName(),
              directory,
              launch -> {
                String node = launch.name();
                launch
                    .property("logback.configurationFile", "logback.xml")
                    .property("fencepost.node-id", node)
                    .property("fencepost.lease", SESSION.toMillis() + "ms")
                    .property("fencepost.resign-after", "10s")
                    .property("fencepost.backend", coordination.backend())
                    .property(
                        "fencepost.jobs.daily-settlement.cron",
                        "*/" + EVERY.toSeconds() + " * * * * *")
                    .property("fencepost.jobs.daily-settlement.misfire-after", "10m")
                    .property("fencepost.jobs.daily-settlement.keep-runs", "1000")
                    .property("sample.jdbc-url", jdbcUrl)
                    .property("sample.successive-days.every", EVERY.toSeconds() + "s")
                    .property("sample.successive-days.from", from.toString());
                coordination
                    .settings()
                    .forEach(
                        (key, value) ->
                            launch.property(
                                "fencepost." + coordination.backend() + "." + key, value));
              }));
    } catch (RuntimeException e) {
      coordination.close();
      throw e;
    }
  }

  private static void fill(String jdbcUrl) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE payment (id BIGSERIAL PRIMARY KEY, merchant TEXT NOT NULL, day DATE NOT NULL, cents BIGINT NOT"
              + " NULL)");
      statement.execute(
          "INSERT INTO payment (merchant, day, cents) SELECT 'merchant-' || m, DATE '"
              + BusinessDays.BEFORE_THE_FIRST
              + "' + d, 1000 * m + 10 * d + p FROM generate_series(1, "
              + MERCHANTS
              + ") m, generate_series(1, "
              + DAYS
              + ") d, generate_series(1, 3) p");
    } catch (SQLException e) {
      throw new ClusterException("could not write the demo's payments", e);
    }
  }

  Replicas replicas() {
    return replicas;
  }

  CoordinationCluster coordination() {
    return coordination;
  }

  String jdbcUrl() {
    return postgres.jdbcUrl("settlement");
  }

  @Override
  public void close() {
    replicas.close();
    postgres.close();
    coordination.close();
  }
}

package io.fencepost.sample.demo;

import io.fencepost.drill.cluster.ClusterException;
import io.fencepost.drill.cluster.PostgresServer;
import io.fencepost.drill.cluster.Replicas;
import io.fencepost.drill.cluster.ZooKeeperEnsemble;
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
  static final Duration TICK = Duration.ofMillis(500);
  static final Duration EVERY = Duration.ofSeconds(4);
  static final int MERCHANTS = 4;
  private static final int DAYS = 200;

  private final ZooKeeperEnsemble zookeeper;
  private final PostgresServer postgres;
  private final Replicas replicas;

  private DemoCluster(ZooKeeperEnsemble zookeeper, PostgresServer postgres, Replicas replicas) {
    this.zookeeper = zookeeper;
    this.postgres = postgres;
    this.replicas = replicas;
  }

  /** Starts the servers; no replica yet. */
  static DemoCluster start(Path directory, int servers, Instant from) {
    ZooKeeperEnsemble zookeeper =
        ZooKeeperEnsemble.start(
            new ZooKeeperEnsemble.Settings(servers, TICK, Duration.ofMinutes(1)),
            directory.resolve("zookeeper"));
    try {
      PostgresServer postgres = PostgresServer.start(directory.resolve("postgres"));
      String jdbcUrl = postgres.createDatabase("settlement");
      fill(jdbcUrl);
      return new DemoCluster(
          zookeeper,
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
                    .property("fencepost.zookeeper.connect", zookeeper.connectString())
                    .property("fencepost.zookeeper.tick", TICK.toMillis() + "ms")
                    .property(
                        "fencepost.jobs.daily-settlement.cron",
                        "*/" + EVERY.toSeconds() + " * * * * *")
                    .property("fencepost.jobs.daily-settlement.misfire-after", "10m")
                    .property("fencepost.jobs.daily-settlement.keep-runs", "1000")
                    .property("sample.jdbc-url", jdbcUrl)
                    .property("sample.successive-days.every", EVERY.toSeconds() + "s")
                    .property("sample.successive-days.from", from.toString());
              }));
    } catch (RuntimeException e) {
      zookeeper.close();
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

  String zookeeperAddress() {
    return zookeeper.connectString();
  }

  String jdbcUrl() {
    return postgres.jdbcUrl("settlement");
  }

  @Override
  public void close() {
    replicas.close();
    postgres.close();
    zookeeper.close();
  }
}

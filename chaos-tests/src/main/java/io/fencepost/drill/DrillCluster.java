package io.fencepost.drill;

import io.fencepost.drill.cluster.PostgresServer;
import io.fencepost.drill.cluster.ZooKeeperEnsemble;
import java.nio.file.Path;

/**
 * The servers that drills share. Each drill has a namespace and a database of its own, so drills
 * can follow each other on one cluster.
 *
 * @param directory where servers and drills leave their files
 */
public record DrillCluster(ZooKeeperEnsemble zookeeper, PostgresServer postgres, Path directory)
    implements AutoCloseable {

  /** Starts three ZooKeeper servers and a PostgreSQL; some seconds. */
  public static DrillCluster start(Path directory) {
    Path servers = directory.resolve("servers");
    PostgresServer postgres = PostgresServer.start(servers);
    try {
      return new DrillCluster(
          ZooKeeperEnsemble.start(ZooKeeperEnsemble.Settings.DEFAULT, servers),
          postgres,
          directory);
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      zookeeper.close();
    } finally {
      postgres.close();
    }
  }
}

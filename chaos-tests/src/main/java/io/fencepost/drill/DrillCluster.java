package io.fencepost.drill;

import io.fencepost.drill.cluster.ClusterException;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The servers that drills share. Each drill has a namespace and a database of its own, so drills
 * can follow each other on one cluster.
 *
 * @param directory where servers and drills leave their files
 */
public record DrillCluster(
    CoordinationCluster coordination, PostgresServer postgres, Path directory)
    implements AutoCloseable {
  private static final int SERVERS = 3;

  /** Starts three servers of the store and a PostgreSQL; some seconds. */
  public static DrillCluster start(Coordination coordination, Path directory) {
    Path servers = freshDirectory(directory);
    PostgresServer postgres = PostgresServer.start(servers);
    try {
      return new DrillCluster(coordination.start(SERVERS, servers), postgres, directory);
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  /** Servers that found an earlier run's data would serve its history, or wait for its members. */
  private static Path freshDirectory(Path parent) {
    try {
      return Files.createTempDirectory(Files.createDirectories(parent), "servers-");
    } catch (IOException e) {
      throw new ClusterException("could not make a directory for servers in " + parent, e);
    }
  }

  @Override
  public void close() {
    try {
      coordination.close();
    } finally {
      postgres.close();
    }
  }
}

package io.fencepost.drill.cluster;

import java.nio.file.Path;

/**
 * One process of the service under test.
 *
 * @param node its node id; a process that is started again keeps it
 * @param process the process
 * @param history the file that this process alone writes its history to
 */
public record Replica(String node, ChildProcess process, Path history) {
  /** The system property that tells a replica its node id. */
  public static final String NODE_PROPERTY = "fencepost.drill.node";

  /** The system property that tells a replica its history file. */
  public static final String HISTORY_PROPERTY = "fencepost.drill.history";

  @Override
  public String toString() {
    return process.toString();
  }
}

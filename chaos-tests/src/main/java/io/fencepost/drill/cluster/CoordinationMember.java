package io.fencepost.drill.cluster;

import java.nio.file.Path;

/** One server of a {@link CoordinationCluster}. Thread-safe. */
public sealed interface CoordinationMember extends AutoCloseable
    permits ZooKeeperMember, EtcdMember {
  String name();

  /** Where it serves, on loopback. */
  int clientPort();

  /** The directory with all that it keeps. */
  Path data();

  /** Its process: the last one started. */
  ChildProcess process();

  /** Starts it again after its process has ended. Does not wait until it serves. */
  void restart();

  @Override
  void close();
}

package io.fencepost.drill.cluster;

/** One server of a {@link CoordinationCluster}. Thread-safe. */
public sealed interface CoordinationMember extends AutoCloseable
    permits ZooKeeperMember, EtcdMember {
  String name();

  /** Where it serves, on loopback. */
  int clientPort();

  /** Its process: the last one started. */
  ChildProcess process();

  /** Starts it again after its process has ended. Does not wait until it serves. */
  void restart();

  @Override
  void close();
}

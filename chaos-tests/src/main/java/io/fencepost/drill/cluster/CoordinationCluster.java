package io.fencepost.drill.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The servers of a coordination store, each a child process. */
public sealed interface CoordinationCluster extends AutoCloseable
    permits ZooKeeperEnsemble, EtcdCluster {
  /** As {@code fencepost.backend} calls it. */
  String backend();

  /** What {@code fencepost.<backend>} must have to reach it. */
  default Map<String, String> settings() {
    return settings(members().stream().map(CoordinationMember::clientPort).toList());
  }

  /**
   * The same over other ports.
   *
   * @param ports that lead to the members' client ports, in the order of the members
   */
  Map<String, String> settings(List<Integer> ports);

  /** How much later than its lease the store may end a session. */
  Duration grain();

  List<? extends CoordinationMember> members();

  /** The member that leads now, or serves alone. */
  Optional<? extends CoordinationMember> leader();

  /**
   * Waits until every member serves.
   *
   * @throws ClusterException naming the member that does not, with the end of its log
   */
  void awaitServing();

  @Override
  void close();
}

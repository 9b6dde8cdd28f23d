package io.fencepost.drill.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The servers of a coordination store, each a child process. */
public sealed interface CoordinationCluster extends AutoCloseable
    permits ZooKeeperEnsemble, EtcdCluster {
  /** How long an election may take. */
  Duration ELECTION = Duration.ofSeconds(10);

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
   * Waits until the others have elected a leader in place of this one, which is paused or dead.
   *
   * @throws ClusterException if they do not within 10 s
   */
  default void awaitLeaderOtherThan(CoordinationMember former) {
    Await.until(
        "another leader than " + former.name(),
        ELECTION,
        () -> leader().filter(now -> !now.equals(former)).isPresent());
  }

  /**
   * Waits until every member serves.
   *
   * @throws ClusterException naming the member that does not, with the end of its log
   */
  void awaitServing();

  @Override
  void close();
}

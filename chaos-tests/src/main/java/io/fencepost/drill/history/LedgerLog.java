package io.fencepost.drill.history;

import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.EtcdCluster;
import io.fencepost.drill.cluster.ZooKeeperEnsemble;
import io.fencepost.drill.cluster.ZooKeeperMember;
import java.util.List;

/**
 * A store's own log of what happened to the jobs of a namespace, from when it was opened. Used from
 * one thread.
 */
public sealed interface LedgerLog permits EtcdLog, ZooKeeperLog {
  /** Opens it before anything has happened to these jobs. The store must serve. */
  static LedgerLog open(CoordinationCluster cluster, String namespace) {
    if (cluster instanceof EtcdCluster etcd) {
      return new EtcdLog(etcd.endpoints(), namespace);
    }
    ZooKeeperEnsemble ensemble = (ZooKeeperEnsemble) cluster;
    return new ZooKeeperLog(
        ensemble.members().stream().map(ZooKeeperMember::data).toList(), namespace);
  }

  /** All changes so far, in the store's order. All servers must serve, and nothing be writing. */
  List<LedgerChange> read();

  /**
   * The store drops what it keeps of the past for watchers that come back, if it keeps any; this
   * log does not lose it.
   */
  void compact();
}

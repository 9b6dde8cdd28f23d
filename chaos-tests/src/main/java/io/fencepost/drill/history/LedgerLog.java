package io.fencepost.drill.history;

import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.EtcdCluster;
import io.fencepost.drill.cluster.ZooKeeperEnsemble;
import io.fencepost.drill.cluster.ZooKeeperMember;
import java.util.List;

/** A store's own log of what happened to the jobs of a namespace, whichever store it is. */
public final class LedgerLog {
  private LedgerLog() {}

  /** Reads it from its beginning. All servers must serve, and nothing may be writing. */
  public static List<LedgerChange> read(CoordinationCluster cluster, String namespace) {
    if (cluster instanceof EtcdCluster etcd) {
      return EtcdLog.read(etcd.endpoints(), namespace);
    }
    ZooKeeperEnsemble ensemble = (ZooKeeperEnsemble) cluster;
    return ZooKeeperLog.read(
        ensemble.members().stream().map(ZooKeeperMember::data).toList(), namespace);
  }
}

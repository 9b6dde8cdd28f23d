package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.cluster.Replica;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Drill 37: the replicas are started on another store, which never knew the tokens that the one
 * before has given; as when a ZooKeeper is emptied, or a service moves from ZooKeeper to etcd. The
 * sinks remember: everything stops with an alarm, until the token domain is raised.
 *
 * @param by one after the other
 */
public record StoreReplaced(List<Coordination> by) implements Scenario {
  public StoreReplaced {
    by = List.copyOf(by);
  }

  @Override
  public DrillPlan plan() {
    String stores = by.stream().map(Coordination::toString).collect(Collectors.joining("-"));
    // With each of them the replicas are started anew twice: there, and in their new domain.
    return DrillPlan.named("store-replaced-by-" + stores).mostLeaderChanges(2 * by.size());
  }

  @Override
  public void play(Drill drill) {
    drill.awaitRun(drill.service().leader());
    for (Coordination next : by) {
      DomainRaised.play(drill, "is replaced by a new " + next, () -> moveTo(drill, next));
    }
  }

  private static void moveTo(Drill drill, Coordination next) {
    List<Replica> replicas = drill.service().replicas().all();
    drill.service().replicas().close();
    drill.service().moveTo(next);
    drill.storeForgotAll();
    replicas.forEach(replica -> drill.service().replicas().start(replica.node()));
  }
}

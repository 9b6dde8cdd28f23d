package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.cluster.Replicas;
import io.fencepost.drill.fault.Kill;
import io.fencepost.drill.fault.RefusedReplica;
import io.fencepost.drill.history.Kind;

/**
 * Drill 35: a second process calls itself like the holder. It is refused, and the holder does not
 * notice. When the holder is killed a replica with a name of its own takes over, and the second
 * process may have the free one.
 */
public record SameIdTwice() implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("same-id-twice");
  }

  @Override
  public void play(Drill drill) {
    Replicas replicas = drill.service().replicas();
    Replica holder = drill.service().leader();
    String node = holder.node();
    RefusedReplica twin =
        new RefusedReplica(node, "joins, which runs already", () -> replicas.startTwin(node));
    Injection joined = drill.inject(twin, Takeover.FORBIDDEN, drill.lease().dividedBy(4));
    joined.requireHeld();
    joined.lasts(drill.lease().multipliedBy(2));
    joined.leave();
    try (Injection killed =
        drill.inject(new Kill(holder.process()), Takeover.REQUIRED, drill.takeoverBound())) {
      killed.requireHeld();
      drill.awaitFrom(twin.replica(), Kind.STOOD);
    }
    drill.awaitRunAfterFaults();
    drill.need(Kind.DEGRADED, "node id '" + node + "' is taken", "the second process was refused");
  }
}

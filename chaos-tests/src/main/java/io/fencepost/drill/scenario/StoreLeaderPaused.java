package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.CoordinationMember;
import io.fencepost.drill.fault.Pause;

/**
 * Drill 14: the store's leader is stopped for longer than an election takes, and wakes up to find
 * another in its place. Leases that it ends, or that end meanwhile, cost nothing but a takeover.
 */
public record StoreLeaderPaused() implements Scenario {
  @Override
  public DrillPlan plan() {
    // The next in line may lose its own lease, for the same reason, right after it took office.
    return DrillPlan.named("store-leader-paused").mostLeaderChanges(2);
  }

  @Override
  public void play(Drill drill) {
    CoordinationCluster store = drill.service().store();
    CoordinationMember leader = store.leader().orElseThrow();
    Pause pause = new Pause(leader.process());
    try (Injection paused = drill.inject(pause, Takeover.ANYBODY, drill.resumptionBound())) {
      store.awaitLeaderOtherThan(leader);
      paused.lasts(drill.lease().multipliedBy(3).dividedBy(2));
    }
    store.awaitServing();
    drill.awaitRunAfterFaults();
  }
}

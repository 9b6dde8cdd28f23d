package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.CoordinationMember;
import io.fencepost.drill.fault.Outage;
import java.util.List;

/**
 * Drill 13: the store's leader is killed, once or again and again, and each time started anew after
 * half a lease. The holder may keep its office or lose it; tokens rise on.
 *
 * @param times 1 or more
 */
public record StoreLeaderKilled(int times) implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("store-leader-killed-" + times).mostLeaderChanges(times);
  }

  @Override
  public void play(Drill drill) {
    CoordinationCluster store = drill.service().store();
    for (int i = 0; i < times; i++) {
      CoordinationMember leader = store.leader().orElseThrow();
      Outage outage = new Outage(store, List.of(leader));
      try (Injection killed = drill.inject(outage, Takeover.ANYBODY, drill.resumptionBound())) {
        store.awaitLeaderOtherThan(leader);
        killed.lasts(drill.lease().dividedBy(2));
      }
    }
    drill.awaitRunAfterFaults();
  }
}

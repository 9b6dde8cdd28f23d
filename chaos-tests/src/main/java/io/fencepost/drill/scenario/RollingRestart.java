package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.CoordinationMember;
import io.fencepost.drill.fault.Outage;
import java.util.List;

/**
 * Drill 18: the store's servers are killed and started again one after the other, a lease apart, as
 * an upgrade does it. Work goes on in time, and the job's leader changes no more often than there
 * are servers.
 */
public record RollingRestart() implements Scenario {
  private static final int SERVERS = 3;

  @Override
  public DrillPlan plan() {
    return DrillPlan.named("store-rolling-restart").mostLeaderChanges(SERVERS);
  }

  @Override
  public void play(Drill drill) {
    CoordinationCluster store = drill.service().store();
    for (CoordinationMember member : store.members()) {
      Outage outage = new Outage(store, List.of(member));
      drill.inject(outage, Takeover.ANYBODY, drill.resumptionBound()).close();
      Await.pass(drill.lease());
    }
    drill.awaitRunAfterFaults();
  }
}

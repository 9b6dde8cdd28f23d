package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.GracefulStop;
import java.time.Duration;
import java.util.List;

/**
 * Drill 36: all replicas stop, so that nobody stands in line any more, and come back. Tokens rise
 * on, although whatever the store counts per line may have begun anew.
 */
public record EveryoneReturns() implements Scenario {
  private static final Duration ENDS = Duration.ofSeconds(10);

  @Override
  public DrillPlan plan() {
    // Each stop may hand the job over, and so may the return.
    return DrillPlan.named("everyone-returns").mostLeaderChanges(3);
  }

  @Override
  public void play(Drill drill) {
    List<Replica> replicas = drill.service().replicas().all();
    for (Replica replica : replicas) {
      GracefulStop stop = new GracefulStop(replica.process(), replica.history());
      try (Injection stopping = drill.inject(stop, Takeover.ALLOWED, drill.takeoverBound())) {
        stopping.requireHeld();
        replica.process().awaitExit(ENDS);
      }
    }
    replicas.forEach(replica -> drill.service().replicas().start(replica.node()));
    drill.awaitRunAfterFaults();
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Partition;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.network.Direction;
import java.time.Duration;
import java.util.EnumSet;

/**
 * Drill 11: the holder's requests reach the store, and no reply comes back for twice its lease.
 * What it claimed without knowing is found by its successor.
 */
public record RepliesLost() implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("replies-lost");
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.service().leader();
    Partition partition =
        new Partition(
            holder.node(),
            drill.service().network(holder.node()).store(),
            EnumSet.of(Direction.REPLIES));
    // The store hears the holder until that one gives up, which is within a lease.
    Duration bound = drill.lease().plus(drill.takeoverBound());
    try (Injection lost = drill.inject(partition, Takeover.REQUIRED, bound)) {
      lost.lasts(drill.lease().multipliedBy(2));
    }
    drill.need(Kind.LEASE_LOST, holder.node(), "the holder stopped by itself");
    drill.need(Kind.CLAIMED, "attempt=2", "a claim that its claimant did not see was found");
  }
}

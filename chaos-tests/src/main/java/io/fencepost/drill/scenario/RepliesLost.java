package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.RepliesLostFrom;
import io.fencepost.drill.history.Kind;
import java.time.Duration;

/**
 * Drill 11: from a claim on, the holder's requests reach the store, and no reply comes back for
 * twice its lease. What it claimed without knowing is found by its successor.
 */
public record RepliesLost() implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("replies-lost");
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.service().leader();
    RepliesLostFrom partition =
        new RepliesLostFrom(
            holder.node(), drill.service().network(holder.node()).store(), ClaimReplyLost.CLAIM);
    // It begins with the next claim. The store hears the holder until that one gives up, which is
    // within a lease.
    Duration begins = drill.service().schedule().period();
    Duration bound = begins.plus(drill.lease()).plus(drill.takeoverBound());
    try (Injection lost = drill.inject(partition, Takeover.REQUIRED, bound)) {
      lost.lasts(begins.plus(drill.lease().multipliedBy(2)));
    }
    drill.need(Kind.LEASE_LOST, holder.node(), "the holder stopped by itself");
    drill.need(Kind.CLAIMED, "attempt=2", "a claim that its claimant did not see was found");
  }
}

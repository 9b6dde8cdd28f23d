package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Partition;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.network.Direction;
import io.fencepost.drill.workload.Step;
import java.util.EnumSet;
import java.util.Set;

/**
 * Drills 9 and 10: in the middle of a run the holder is cut off from the store for twice its lease,
 * both ways or on the way there, and reaches the sink all the time. It stops by itself, another
 * takes over, and what the first one's run then writes is refused.
 *
 * @param bothWays otherwise only requests are lost
 */
public record CutOff(boolean bothWays) implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named(bothWays ? "cut-off" : "requests-lost").hold(Step.BEFORE_WRITE);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(Step.BEFORE_WRITE);
    drill.releaseAllBut(holder, Step.BEFORE_WRITE);
    Set<Direction> directions =
        bothWays ? EnumSet.allOf(Direction.class) : EnumSet.of(Direction.REQUESTS);
    Partition partition =
        new Partition(holder.node(), drill.service().network(holder.node()).store(), directions);
    try (Injection cut = drill.inject(partition, Takeover.REQUIRED, drill.takeoverBound())) {
      drill.awaitEvent(
          "the successor's effect", e -> LateWrite.isEffect(e) && !e.node().equals(holder.node()));
      drill.release(holder, Step.BEFORE_WRITE);
      drill.awaitEvent(
          "the late write's answer",
          e -> e.is(Kind.WRITE_ANSWERED) && e.node().equals(holder.node()));
      cut.lasts(drill.lease().multipliedBy(2));
    }
    drill.need(Kind.LEASE_LOST, holder.node(), "the holder stopped by itself");
    drill.need(Kind.WRITE_ANSWERED, "FAIL", "the late write was refused");
  }
}

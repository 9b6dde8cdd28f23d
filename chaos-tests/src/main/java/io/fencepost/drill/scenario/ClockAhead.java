package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Kill;
import io.fencepost.drill.fault.RefusedReplica;
import io.fencepost.drill.history.Kind;
import java.time.Duration;

/**
 * Drill 43: a replica joins whose clock is ten years ahead. It stands aside, also when the holder
 * is killed, and decides nothing: the schedule would else be past for everybody.
 */
public record ClockAhead() implements Scenario {
  private static final Duration AHEAD = Duration.ofDays(3650);
  private static final String NODE = "n4";

  @Override
  public DrillPlan plan() {
    return DrillPlan.named("clock-ahead");
  }

  @Override
  public void play(Drill drill) {
    drill.service().clockAhead(NODE, AHEAD);
    RefusedReplica ahead =
        new RefusedReplica(
            NODE,
            "joins with its clock " + AHEAD.toDays() + " days ahead",
            () -> drill.service().replicas().start(NODE));
    Injection joined = drill.inject(ahead, Takeover.FORBIDDEN, drill.lease().dividedBy(4));
    joined.requireHeld();
    joined.lasts(drill.lease().multipliedBy(2));
    joined.leave();
    Replica holder = drill.service().leader();
    Kill kill = new Kill(holder.process());
    drill.inject(kill, Takeover.REQUIRED, drill.takeoverBound()).close();
    drill.awaitRunAfterFaults();
    drill.need(Kind.DEGRADED, "clock", "the replica whose clock is wrong stood aside");
    drill.needNo(Kind.TERM_STARTED, NODE + " ", "it did not lead");
    drill.needNo(Kind.CLAIMED, NODE + " ", "it claimed nothing");
    drill.needNo(Kind.RECORDED, NODE + " ", "it decided nothing");
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Pause;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.workload.Step;

/**
 * Drill 4: the holder is stopped for twice its lease before it writes, and then goes on to write
 * without noticing. The sink refuses it.
 */
public record LateWrite() implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("late-write").hold(Step.BEFORE_WRITE);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(Step.BEFORE_WRITE);
    drill.releaseAllBut(holder, Step.BEFORE_WRITE);
    try (Injection pause =
        drill.inject(new Pause(holder.process()), Takeover.REQUIRED, drill.takeoverBound())) {
      pause.lasts(drill.lease().multipliedBy(2));
      drill.awaitEvent("the successor's effect", LateWrite::isEffect);
      drill.release(holder, Step.BEFORE_WRITE);
    }
    drill.awaitEvent(
        "the late write's answer",
        e -> e.is(Kind.WRITE_ANSWERED) && e.node().equals(holder.node()));
    drill.need(Kind.WRITE_ANSWERED, "FAIL", "the late write was refused");
  }

  /** The sink has answered to the write inside {@code once}. */
  static boolean isEffect(HistoryEvent event) {
    return event.is(Kind.WRITE_ANSWERED) && event.step().filter("effect"::equals).isPresent();
  }
}

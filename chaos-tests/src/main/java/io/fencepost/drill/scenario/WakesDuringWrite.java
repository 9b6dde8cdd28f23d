package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Pause;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.workload.Step;
import java.time.Duration;

/**
 * Drill 6: the stopped holder wakes and writes while its successor's transaction is open. It waits
 * for the guard's row, and is refused once the successor has committed.
 */
public record WakesDuringWrite() implements Scenario {
  private static final Duration REACHES_THE_LOCK = Duration.ofMillis(500);

  @Override
  public DrillPlan plan() {
    return DrillPlan.named("wakes-during-write").hold(Step.BEFORE_WRITE, Step.IN_WRITE);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(Step.BEFORE_WRITE);
    drill.releaseAllBut(holder, Step.BEFORE_WRITE);
    drill.release(holder, Step.IN_WRITE);
    Replica successor;
    try (Injection pause =
        drill.inject(new Pause(holder.process()), Takeover.REQUIRED, drill.takeoverBound())) {
      successor = drill.heldAt(Step.IN_WRITE, holder);
      pause.lasts(drill.lease());
      drill.release(holder, Step.BEFORE_WRITE);
    }
    drill.awaitEvent(
        "the late write", e -> e.is(Kind.WRITE_TRIED) && e.node().equals(holder.node()));
    Await.pass(REACHES_THE_LOCK);
    drill.releaseAllBut(holder, Step.IN_WRITE);
    drill.awaitEvent(
        "the late write's answer",
        e -> e.is(Kind.WRITE_ANSWERED) && e.node().equals(holder.node()));
    drill.awaitEvent(
        "the successor's answer",
        e -> e.is(Kind.WRITE_ANSWERED) && e.node().equals(successor.node()));
    drill.need(Kind.WRITE_ANSWERED, "FAIL", "the late write was refused");
  }
}

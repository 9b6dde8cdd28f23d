package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.cluster.Signal;
import io.fencepost.drill.fault.Pause;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.workload.Step;

/** A holder that somebody else wakes up, while the drill waits for a successor. */
record PauseEndsEarly() implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("pause-ends-early").hold(Step.BEFORE_WRITE);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(Step.BEFORE_WRITE);
    try (Injection pause =
        drill.inject(new Pause(holder.process()), Takeover.REQUIRED, drill.takeoverBound())) {
      pause.requireHeld();
      holder.process().signal(Signal.CONT);
      drill.awaitEvent(
          "a successor", e -> e.is(Kind.TERM_STARTED) && !e.node().equals(holder.node()));
    }
  }
}

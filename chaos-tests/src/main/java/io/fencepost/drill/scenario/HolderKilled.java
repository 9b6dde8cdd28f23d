package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Kill;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.workload.Step;

/**
 * Drills 1 to 3: SIGKILL while a run is at a given step. The successor claims the same occurrence
 * again, and what the victim committed is found and not done twice.
 */
public record HolderKilled(Step step) implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named(
            switch (step) {
              case SEALING -> "killed-after-claim";
              case BEFORE_WRITE -> "holder-killed";
              case IN_WRITE -> "killed-before-commit";
              case AFTER_COMMIT -> "killed-after-commit";
            })
        .hold(step);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(step);
    drill.releaseAllBut(holder, step);
    Injection kill =
        drill.inject(new Kill(holder.process()), Takeover.REQUIRED, drill.takeoverBound());
    kill.close();
    drill.need(Kind.CLAIMED, "attempt=2", "the occurrence was claimed again");
    if (step == Step.AFTER_COMMIT) {
      drill.need(Kind.WRITE_ANSWERED, "step=effect found", "the successor found the effect");
    }
  }
}

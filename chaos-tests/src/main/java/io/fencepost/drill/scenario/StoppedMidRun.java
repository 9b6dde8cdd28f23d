package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.GracefulStop;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.workload.Step;
import java.time.Duration;

/**
 * Drill 25: SIGTERM in the middle of a run. Within the drain time the run may finish, and nobody
 * starts early; beyond it the run is interrupted and given back. Either way the job is handed over
 * without waiting for a lease to end.
 *
 * @param withinDrain whether the run finishes within the drain time
 */
public record StoppedMidRun(boolean withinDrain) implements Scenario {
  private static final Duration DRAIN = Duration.ofSeconds(3);
  private static final Duration HAND_OVER = Duration.ofMillis(1500);

  @Override
  public DrillPlan plan() {
    return DrillPlan.named(withinDrain ? "stopped-within-drain" : "stopped-beyond-drain")
        .hold(Step.BEFORE_WRITE)
        .drain(DRAIN)
        .heedInterrupts();
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(Step.BEFORE_WRITE);
    drill.releaseAllBut(holder, Step.BEFORE_WRITE);
    GracefulStop stop = new GracefulStop(holder.process(), holder.history());
    Duration early = DRAIN.dividedBy(2);
    try (Injection stopping = drill.inject(stop, Takeover.FORBIDDEN, Duration.ZERO)) {
      stopping.lasts(early);
    }
    Duration left = withinDrain ? Duration.ZERO : DRAIN.minus(early);
    try (Injection ending =
        drill.inject(new Stopped(stop), Takeover.REQUIRED, left.plus(HAND_OVER))) {
      if (withinDrain) {
        drill.release(holder, Step.BEFORE_WRITE);
      } else {
        ending.lasts(left);
      }
    }
    drill.need(
        withinDrain ? Kind.WRITE_ANSWERED : Kind.CLAIMED,
        withinDrain ? "step=effect" : "attempt=2",
        withinDrain ? "the run finished" : "the run was given back and claimed again");
  }
}

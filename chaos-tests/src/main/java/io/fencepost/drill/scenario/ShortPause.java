package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Pause;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.workload.Step;
import java.time.Duration;

/**
 * Drill 5: the holder is stopped for about its lease in the middle of a run. Well below it nothing
 * may happen; around it either the holder or a successor goes on; above it a successor does.
 *
 * @param percentOfLease 30, 90 or 110
 */
public record ShortPause(int percentOfLease) implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("short-pause-" + percentOfLease).hold(Step.BEFORE_WRITE);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(Step.BEFORE_WRITE);
    drill.releaseAllBut(holder, Step.BEFORE_WRITE);
    Duration time = drill.lease().multipliedBy(percentOfLease).dividedBy(100);
    try (Injection pause = drill.inject(new Pause(holder.process()), takeover(), bound(drill))) {
      pause.lasts(time);
      drill.release(holder, Step.BEFORE_WRITE);
    }
    drill.need(Kind.WRITE_ANSWERED, "step=effect", "the occurrence had its effect");
  }

  private Takeover takeover() {
    if (percentOfLease <= 50) {
      return Takeover.FORBIDDEN;
    }
    return percentOfLease > 100 ? Takeover.REQUIRED : Takeover.ALLOWED;
  }

  private Duration bound(Drill drill) {
    return takeover() == Takeover.FORBIDDEN ? drill.lease() : drill.takeoverBound();
  }
}

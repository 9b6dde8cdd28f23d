package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Cut;
import io.fencepost.drill.history.Kind;
import java.time.Duration;
import java.util.List;

/**
 * Drill 41: the holder, and nobody else, cannot reach the sink any more, and that stays so. It
 * gives the job up, and a healthy replica runs it.
 */
public record SinkCutOff() implements Scenario {
  private static final Duration RESIGN_AFTER = Duration.ofSeconds(3);

  @Override
  public DrillPlan plan() {
    return DrillPlan.named("sink-cut-off").resignAfter(RESIGN_AFTER);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.service().leader();
    Cut cut = new Cut(holder.node(), List.of(drill.service().network(holder.node()).sink()));
    Duration bound = RESIGN_AFTER.plus(drill.takeoverBound());
    Injection stays = drill.inject(cut, Takeover.REQUIRED, bound);
    drill.awaitEvent("the holder to resign", e -> e.is(Kind.RESIGNED));
    drill.awaitEvent(
        "a run on a healthy replica",
        e -> e.is(Kind.WRITE_ANSWERED) && !e.node().equals(holder.node()));
    stays.leave();
  }
}

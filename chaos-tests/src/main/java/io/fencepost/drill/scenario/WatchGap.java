package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Cut;
import io.fencepost.drill.fault.GracefulStop;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.network.Link;
import java.time.Duration;
import java.util.List;

/**
 * Drill 38: the holder leaves while nobody else is connected to the store, and the store forgets
 * what it could tell them of that when they come back. They look again, and one of them takes over.
 */
public record WatchGap() implements Scenario {
  private static final Duration ENDS = Duration.ofSeconds(10);

  /** So long that nobody loses it in the gap. */
  private static final Duration LEASE = Duration.ofSeconds(12);

  @Override
  public DrillPlan plan() {
    return DrillPlan.named("watch-gap").lease(LEASE);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.service().leader();
    List<Replica> others =
        drill.service().replicas().all().stream().filter(r -> !r.equals(holder)).toList();
    List<Link> paths =
        others.stream()
            .flatMap(other -> drill.service().network(other.node()).store().stream())
            .toList();
    // Right after a run, so that the holder need not wait for one.
    drill.awaitRun(holder);
    Injection stopping;
    Cut cut = new Cut("all but " + holder.node(), paths);
    try (Injection blind = drill.inject(cut, Takeover.ALLOWED, drill.takeoverBound())) {
      blind.requireHeld();
      GracefulStop stop = new GracefulStop(holder.process(), holder.history());
      // Whoever waited for a lease to end would take longer.
      stopping = drill.inject(stop, Takeover.REQUIRED, LEASE.dividedBy(2));
      holder.process().awaitExit(ENDS);
      drill.service().compactHistory();
    }
    stopping.close();
    drill.awaitRunAfterFaults();
    others.forEach(
        other ->
            drill.needNo(Kind.LEASE_LOST, other.node() + " ", other.node() + " kept its session"));
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.StoreBackup;
import io.fencepost.drill.fault.Outage;
import io.fencepost.drill.history.HistoryEvent;

/**
 * Drill 37: all servers of the store are put back to an older state, so that it gives tokens again
 * that it has given before. The sinks remember: everything stops with an alarm, until the token
 * domain is raised.
 */
public record StoreRestored() implements Scenario {
  private static final int FORGOTTEN_RUNS = 6;

  @Override
  public DrillPlan plan() {
    // Each time the store is down, and when the replicas are started anew.
    return DrillPlan.named("store-restored").mostLeaderChanges(4);
  }

  @Override
  public void play(Drill drill) {
    drill.awaitRun(drill.service().leader());
    StoreBackup backup;
    HistoryEvent taken;
    try (Injection down = down(drill)) {
      taken = down.requireHeld();
      backup =
          StoreBackup.take(drill.service().store(), drill.service().directory().resolve("backup"));
    }
    drill.awaitRunAfterFaults();
    // ZooKeeper counts its restarts in its numbers. After as many of them as there were before
    // the restore, new numbers may be above the forgotten ones, and nobody could tell.
    down(drill).close();
    drill.awaitRunAfterFaults();
    // etcd's numbers go up with every heartbeat, also before the first claim.
    for (int i = 0; i < FORGOTTEN_RUNS; i++) {
      drill.awaitRun(drill.service().leader());
    }
    DomainRaised.play(
        drill,
        "is put back to where it was at " + taken.wall(),
        () -> {
          Outage outage = outage(drill);
          outage.inject();
          Await.until("the store to be down", outage.holdsWithin(), outage::tookHold);
          // Whoever was at work has lost its lease by then.
          Await.pass(drill.lease());
          backup.restore();
          drill.storeForgot(taken);
          outage.heal();
        });
  }

  private static Outage outage(Drill drill) {
    return new Outage(drill.service().store(), drill.service().store().members());
  }

  private static Injection down(Drill drill) {
    return drill.inject(outage(drill), Takeover.ALLOWED, drill.takeoverBound());
  }
}

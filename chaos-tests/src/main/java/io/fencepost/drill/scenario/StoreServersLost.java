package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.CoordinationMember;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Outage;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Drills 15 to 17: some of the store's three servers are killed. One that does not lead costs
 * nothing; without a majority the holder stops by itself, and what came due is run or explained
 * afterwards; when all of them are back, work goes on in time.
 *
 * @param servers 1 that does not lead, 2 with the leader among them, or all 3
 */
public record StoreServersLost(int servers) implements Scenario {
  private static final int ALL = 3;

  @Override
  public DrillPlan plan() {
    DrillPlan plan =
        DrillPlan.named(
            switch (servers) {
              case 1 -> "store-server-lost";
              case 2 -> "store-majority-lost";
              default -> "store-restarted";
            });
    return switch (servers) {
      case 1 -> plan.mostLeaderChanges(0);
      case 2 -> plan.misfireAfter(plan.lease());
      default -> plan;
    };
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.service().leader();
    Outage outage = new Outage(drill.service().store(), victims(drill));
    try (Injection lost = inject(drill, outage)) {
      if (servers < ALL) {
        lost.lasts(drill.lease().multipliedBy(3));
      }
    }
    drill.awaitRunAfterFaults();
    if (servers == 2) {
      drill.need(Kind.LEASE_LOST, holder.node(), "the holder stopped by itself");
      drill.need(Kind.RECORDED, Outcome.MISSED.name(), "what came due meanwhile was explained");
    }
  }

  private Injection inject(Drill drill, Outage outage) {
    return servers == 1
        ? drill.inject(outage, Takeover.FORBIDDEN, Duration.ZERO)
        : drill.inject(outage, Takeover.ANYBODY, drill.resumptionBound());
  }

  private List<CoordinationMember> victims(Drill drill) {
    CoordinationCluster store = drill.service().store();
    CoordinationMember leader = store.leader().orElseThrow();
    List<CoordinationMember> leaderLast = new ArrayList<>(store.members());
    leaderLast.remove(leader);
    leaderLast.add(leader);
    return servers == 1
        ? leaderLast.subList(0, 1)
        : leaderLast.subList(leaderLast.size() - servers, leaderLast.size());
  }
}

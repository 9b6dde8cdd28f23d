package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.FaultNotAvailableException;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.cluster.ZooKeeperEnsemble;
import io.fencepost.drill.cluster.ZooKeeperMember;
import io.fencepost.drill.fault.Cut;
import io.fencepost.drill.fault.Partition;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.network.Direction;
import io.fencepost.drill.network.Link;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/**
 * Drill 42: the holder reaches one ZooKeeper server only, and that one is cut off from the leader.
 * It goes on answering the holder's pings for a while; the holder must not take them for renewals.
 */
public record FollowerCutOff() implements Scenario {
  private static final Duration RECONNECTS = Duration.ofSeconds(5);

  @Override
  public DrillPlan plan() {
    // One change may come of moving the holder to the follower, one of the cut.
    return DrillPlan.named("follower-cut-off").mostLeaderChanges(2);
  }

  @Override
  public void play(Drill drill) {
    if (!(drill.service().store() instanceof ZooKeeperEnsemble ensemble)) {
      throw new FaultNotAvailableException("only ZooKeeper's followers answer pings by themselves");
    }
    ZooKeeperMember leader = ensemble.leader().orElseThrow();
    ZooKeeperMember follower =
        ensemble.members().stream().filter(m -> !m.equals(leader)).findFirst().orElseThrow();
    Replica holder = drill.service().leader();
    List<Link> paths = drill.service().network(holder.node()).store();
    Link toFollower = paths.get(ensemble.members().indexOf(follower));
    Cut others = new Cut(holder.node(), paths.stream().filter(path -> path != toFollower).toList());
    try (Injection moved = drill.inject(others, Takeover.ALLOWED, drill.takeoverBound())) {
      moved.requireHeld();
      Await.until("the holder on the follower", RECONNECTS, toFollower::isConnected);
      drill.awaitRun(holder);
      Partition partition =
          new Partition(
              holder.node(),
              List.of(ensemble.link(follower, leader)),
              EnumSet.allOf(Direction.class));
      try (Injection cut = drill.inject(partition, Takeover.REQUIRED, drill.takeoverBound())) {
        cut.lasts(drill.lease().multipliedBy(2));
      }
    }
    drill.need(Kind.LEASE_LOST, holder.node(), "the holder stopped by itself");
  }
}

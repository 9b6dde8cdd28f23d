package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.event.SchedulerEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wall clocks that are wrong or set. */
class EngineClockTest extends EngineScene {
  @Test
  void nodeWithClockFarAhead_neitherCampaignsNorDecides() {
    TestCluster.Node ahead =
        cluster.start(
            "n1", Duration.ofDays(3650), everyTenSeconds().build(), handler, List.of(), s -> s);
    TestCluster.Node right = cluster.start("n2", everyTenSeconds().build(), handler);

    cluster.advance(seconds(25));

    assertThat(ahead.seen(SchedulerEvent.TermStarted.class)).isEmpty();
    assertThat(ahead.seen(SchedulerEvent.NodeDegraded.class)).isNotEmpty();
    assertThat(cluster.leaders()).containsExactly(right);
    assertThat(runs).hasSize(2);
  }

  @Test
  void wallClockSetBack_decidesNothingTwice_andKeepsTheLease() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.advance(seconds(25));

    cluster.time.stepWallClock(Duration.ofHours(-1));
    cluster.advance(seconds(60));

    assertThat(runs).hasSize(2);
    assertThat(only.seen(SchedulerEvent.LeaseLost.class)).isEmpty();
  }

  @Test
  void storeThatDoesNotTellItsTime_leavesItToTheOtherNodes() {
    cluster.store.tellTime(false);
    TestCluster.Node n1 = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.start("n2", everyTenSeconds().build(), handler);
    cluster.advance(seconds(5));
    TestCluster.Node ahead =
        cluster.start(
            "n3", Duration.ofDays(3650), everyTenSeconds().build(), handler, List.of(), s -> s);

    cluster.advance(seconds(20));

    assertThat(ahead.seen(SchedulerEvent.TermStarted.class)).isEmpty();
    assertThat(ahead.seen(SchedulerEvent.NodeDegraded.class).get(0).reason())
        .contains("ahead of those of other nodes", "3650 d (n2)");
    assertThat(cluster.leaders()).containsExactly(n1);
    assertThat(runs).hasSize(2);
  }
}

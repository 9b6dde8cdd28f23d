package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.testing.MemoryBackend.WriteFault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A write whose reply was lost is neither done nor not done. */
class EngineLostReplyTest extends EngineScene {
  @Test
  void claimWhoseReplyIsLost_isAdoptedUnderTheTokenItGot() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.advance(seconds(5));
    only.backend.failNextWrites(WriteFault.REPLY_LOST, WriteFault.REQUEST_LOST);
    cluster.advance(seconds(10));

    assertThat(runs).hasSize(1);
    assertThat(only.seen(SchedulerEvent.TermStarted.class)).hasSize(1);
    assertThat(cluster.ledger(JOB)).containsExactly("SUCCEEDED 10 #1");
    assertThat(cluster.records(JOB).get(0).fence()).contains(runs.get(0).fence());
  }

  @Test
  void finishWhoseReplyIsLost_isDoneOnce() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    only.holdWorkers = true;
    cluster.advance(seconds(11));
    only.backend.failNextWrites(WriteFault.REPLY_LOST);
    only.holdWorkers = false;
    cluster.advance(seconds(2));

    assertThat(cluster.ledger(JOB)).containsExactly("SUCCEEDED 10 #1");
    assertThat(only.seen(SchedulerEvent.Recorded.class)).hasSize(1);
  }

  @Test
  void officeWhoseReplyIsLost_isTakenOnce() {
    TestCluster.Node only =
        cluster
        .new Node("n1", Duration.ZERO, everyTenSeconds().build(), handler, List.of(), s -> s);
    only.backend.failNextWrites(WriteFault.REPLY_LOST);

    cluster.start(only);
    cluster.advance(seconds(11));

    assertThat(only.seen(SchedulerEvent.TermStarted.class)).hasSize(1);
    assertThat(cluster.state(JOB).term().number()).isEqualTo(1);
    assertThat(runs).hasSize(1);
  }

  @Test
  void storeThatRefusesWrites_makesTheLeaderResign() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);
    WriteFault[] many = new WriteFault[60];
    java.util.Arrays.fill(many, WriteFault.REFUSED);
    first.backend.failNextWrites(many);

    cluster.advance(seconds(25));

    assertThat(first.seen(SchedulerEvent.Resigned.class)).isNotEmpty();
    assertThat(cluster.leaders()).containsExactly(second);
    assertThat(cluster.ledger(JOB)).contains("SUCCEEDED 10 #1");
  }
}

package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.Outcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.testing.MemoryBackend;
import io.fencepost.testing.MemoryBackend.WriteFault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
  void finishWhoseReplyIsLost_isToldThoughASuccessorHasWrittenSince() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    only.holdWorkers = true;
    cluster.advance(seconds(11));
    only.backend.failNextWrites(WriteFault.REPLY_LOST);
    only.holdWorkers = false;
    cluster.settle();
    takeOffice("00000000000000ff");
    cluster.advance(seconds(2));

    assertThat(only.seen(SchedulerEvent.Recorded.class))
        .extracting(told -> told.record().outcome())
        .containsExactly(Outcome.SUCCEEDED);
    assertThat(only.seen(SchedulerEvent.TermEnded.class)).hasSize(1);
  }

  @Test
  void finishThatNeverArrived_isNotTold_whenASuccessorHasWritten() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    only.holdWorkers = true;
    cluster.advance(seconds(11));
    only.backend.failNextWrites(WriteFault.REQUEST_LOST);
    only.holdWorkers = false;
    cluster.settle();
    takeOffice("00000000000000ff");
    cluster.advance(seconds(2));

    assertThat(only.seen(SchedulerEvent.Recorded.class))
        .extracting(told -> told.record().outcome())
        .startsWith(Outcome.SUPERSEDED);
    assertThat(only.seen(SchedulerEvent.TermEnded.class)).hasSize(1);
  }

  private void takeOffice(String term) {
    MemoryBackend other = new MemoryBackend(cluster.store);
    ReadOutcome.Read read = (ReadOutcome.Read) other.read(JOB).toCompletableFuture().join();
    WriteOutcome taken =
        other
            .write(
                new LedgerWrite(
                    JOB,
                    Optional.empty(),
                    term,
                    true,
                    OptionalLong.of(read.state().orElseThrow().version()),
                    LedgerJson.write(cluster.state(JOB).withNonce(term)),
                    Optional.empty(),
                    List.of()))
            .toCompletableFuture()
            .join();
    assertThat(taken).isInstanceOf(WriteOutcome.Granted.class);
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

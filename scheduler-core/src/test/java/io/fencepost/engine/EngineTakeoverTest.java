package io.fencepost.engine;

import static io.fencepost.engine.TestCluster.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.JobDefinition;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Backend;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.testing.ForwardingBackend;
import io.fencepost.testing.ForwardingSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who runs what, under which token, when holders come and go. */
class EngineTakeoverTest extends EngineScene {
  @Test
  void threeNodes_runEachOccurrenceOnce_underRisingTokens() {
    for (String id : List.of("n1", "n2", "n3")) {
      cluster.start(id, everyTenSeconds().build(), handler);
    }

    cluster.advance(seconds(45));

    assertThat(runs).extracting(r -> r.occurrence().instant()).isSorted().doesNotHaveDuplicates();
    assertThat(runs).hasSize(4);
    assertThat(runs).extracting(RunContext::fence).isSorted().doesNotHaveDuplicates();
    assertThat(runs).extracting(RunContext::reason).containsOnly(RunReason.SCHEDULED);
    assertThat(cluster.leaders()).hasSize(1);
    assertThat(cluster.ledger(JOB))
        .containsExactly(
            "SUCCEEDED 10 #1", "SUCCEEDED 20 #1", "SUCCEEDED 30 #1", "SUCCEEDED 40 #1");
  }

  @Test
  void holderKilledMidRun_isReplaced_andItsOccurrenceRunAgainUnderHigherToken() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.start("n2", everyTenSeconds().build(), handler);
    first.holdWorkers = true;
    cluster.advance(seconds(11));
    FenceToken lost = first.seen(SchedulerEvent.Claimed.class).get(0).fence();

    cluster.kill(first);
    cluster.advance(seconds(8));

    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).occurrence().instant()).isEqualTo(START.plus(TICK));
    assertThat(runs.get(0).attempt()).isEqualTo(2);
    assertThat(runs.get(0).reason()).isEqualTo(RunReason.RECOVERY);
    assertThat(runs.get(0).fence()).isGreaterThan(lost);
    assertThat(cluster.ledger(JOB)).containsExactly("SUPERSEDED 10 #1", "SUCCEEDED 10 #2");
  }

  @Test
  void whatComesDueWhileNobodyLives_isMisfired_onceTheLostHoldersTimeoutIsOver() {
    JobDefinition job = everyTenSeconds().timeout(seconds(15)).build();
    TestCluster.Node first = cluster.start("n1", job, handler);
    first.holdWorkers = true;
    cluster.advance(seconds(11));
    cluster.kill(first);
    cluster.advance(seconds(300));

    cluster.start("n2", job, handler);
    cluster.advance(seconds(1));

    assertThat(cluster.ledger(JOB))
        .containsExactly(
            "SUPERSEDED 10 #1",
            "SUCCEEDED 10 #2",
            "SKIPPED 20-30",
            "MISSED 40-240",
            "SUCCEEDED 250 #1",
            "SUCCEEDED 260 #1",
            "SUCCEEDED 270 #1",
            "SUCCEEDED 280 #1",
            "SUCCEEDED 290 #1",
            "SUCCEEDED 300 #1",
            "SUCCEEDED 310 #1");
    assertThat(cluster.records(JOB).get(2).reason()).contains("whose holder vanished");
  }

  @Test
  void holderPausedPastItsLease_wakesAndIsRefusedByTheSink() {
    TestCluster.Node first = startWithSink("n1", everyTenSeconds().build(), sink::once);
    startWithSink("n2", everyTenSeconds().build(), sink::once);
    cluster.advance(seconds(5));
    first.holdWorkers = true;
    cluster.advance(seconds(6));
    first.paused = true;
    cluster.advance(seconds(8));
    FenceToken winner = sink.results.get("job@2026-08-16T00:00:10Z");

    first.holdWorkers = false;
    first.paused = false;
    cluster.settle();

    assertThat(winner).isNotNull();
    assertThat(sink.results).containsValue(winner).hasSize(1);
    assertThat(first.seen(SchedulerEvent.LeaseLost.class)).hasSize(1);
    assertThat(first.seen(SchedulerEvent.HandlerStarted.class)).isEmpty();
    assertThat(cluster.ledger(JOB)).containsExactly("SUPERSEDED 10 #1", "SUCCEEDED 10 #2");
  }

  @Test
  void holderCutOff_stopsItselfBeforeTheStoreCouldElectAnother() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);
    cluster.advance(seconds(5));

    first.backend.cut(true);
    cluster.advance(seconds(8));

    SchedulerEvent.LeaseLost lost = first.seen(SchedulerEvent.LeaseLost.class).get(0);
    SchedulerEvent.TermStarted next = second.seen(SchedulerEvent.TermStarted.class).get(0);
    assertThat(lost.at()).isBefore(next.at());
  }

  @Test
  void leaseThatIsAboutToPass_isRenewedBeforeAnOfficeIsBuiltOnIt() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    AtomicBoolean lost = new AtomicBoolean();
    TestCluster.Node second = startWithStaleLease("n2", lost);

    lost.set(false);
    stop(first);
    cluster.settle();

    SchedulerEvent.TermStarted term = second.seen(SchedulerEvent.TermStarted.class).get(0);
    assertThat(second.seen(SchedulerEvent.LeaseRenewed.class))
        .last()
        .extracting(SchedulerEvent.LeaseRenewed::at)
        .isEqualTo(term.at())
        .isEqualTo(START.plusMillis(7500));
  }

  @Test
  void leaseThatCannotBeRenewed_bearsNoOffice() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    AtomicBoolean lost = new AtomicBoolean();
    TestCluster.Node second = startWithStaleLease("n2", lost);

    stop(first);
    cluster.advance(seconds(3));

    assertThat(second.seen(SchedulerEvent.LeaseLost.class)).hasSize(1);
    assertThat(second.seen(SchedulerEvent.TermStarted.class)).isEmpty();
  }

  /** Its last acknowledged renewal is more than two renewals' time ago. */
  private TestCluster.Node startWithStaleLease(String id, AtomicBoolean renewalsLost) {
    cluster.network = backend -> new RenewalsLost(backend, renewalsLost);
    TestCluster.Node node = cluster.start(id, everyTenSeconds().build(), handler);
    cluster.advance(seconds(5));
    renewalsLost.set(true);
    cluster.advance(Duration.ofMillis(2500));
    return node;
  }

  /** A store that answers everything but renewals. */
  private static final class RenewalsLost extends ForwardingBackend {
    private final AtomicBoolean lost;

    RenewalsLost(Backend backend, AtomicBoolean lost) {
      super(backend);
      this.lost = lost;
    }

    @Override
    protected Session wrap(Session session) {
      return new ForwardingSession(session) {
        @Override
        public CompletionStage<RenewOutcome> renew(Instant wallClock) {
          return lost.get() ? new CompletableFuture<>() : super.renew(wallClock);
        }
      };
    }
  }

  @Test
  void everyRenewal_tellsItsDeadline_beforeWhatIsDoneByIt() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    long start = cluster.time.nanos();
    cluster.advance(seconds(25));

    List<SchedulerEvent.LeaseRenewed> renewals = only.seen(SchedulerEvent.LeaseRenewed.class);
    assertThat(only.events.get(0)).isInstanceOf(SchedulerEvent.Enrolled.class);
    assertThat(only.events.get(1)).isEqualTo(renewals.get(0));
    // A renewal a second, each good for the lease of 6 s without its margin.
    assertThat(renewals).hasSize(26);
    assertThat(renewals)
        .extracting(r -> Duration.ofNanos(r.deadlineNanos() - start).toSeconds())
        .startsWith(4L, 5L, 6L);
    assertThat(only.seen(SchedulerEvent.Claimed.class))
        .extracting(c -> Duration.ofNanos(c.checkedNanos() - start))
        .containsExactly(seconds(10), seconds(20));
    assertThat(only.seen(SchedulerEvent.HandlerStarted.class))
        .extracting(h -> Duration.ofNanos(h.checkedNanos() - start))
        .containsExactly(seconds(10), seconds(20));
  }

  @Test
  void node_afterLosingItsLease_enrolsAgain() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.advance(seconds(5));
    only.backend.cut(true);
    cluster.advance(seconds(20));
    only.backend.cut(false);
    cluster.advance(seconds(10));

    assertThat(only.seen(SchedulerEvent.TermStarted.class)).hasSize(2);
    assertThat(runs)
        .extracting(r -> Duration.between(START, r.occurrence().instant()))
        .containsExactly(seconds(10), seconds(20), seconds(30));
  }

  @Test
  void runThatSucceededAfterTheLeaseWasLost_isRecordedIfNobodyTookOver() {
    List<TestCluster.Node> holder = new ArrayList<>();
    holder.add(
        cluster.start(
            "n1",
            everyTenSeconds().build(),
            run -> {
              holder.get(0).engine.lost("as if the deadline had passed");
              runs.add(run);
            }));

    cluster.advance(seconds(11));

    assertThat(runs).hasSize(1);
    assertThat(cluster.ledger(JOB)).containsExactly("SUCCEEDED 10 #1");
    assertThat(cluster.records(JOB).get(0).reason()).isEqualTo("finished after the lease was lost");
  }
}

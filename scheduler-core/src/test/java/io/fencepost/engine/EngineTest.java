package io.fencepost.engine;

import static io.fencepost.engine.TestCluster.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.FencedSink;
import io.fencepost.HolderLossPolicy;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.JobKey;
import io.fencepost.MisfirePolicy;
import io.fencepost.RetryPolicy;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.Outcome;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.testing.MemoryBackend.WriteFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * The protocol on whole engines, in memory: who runs what, under which token, and what the ledger
 * says of it.
 */
class EngineTest {
  private static final JobKey JOB = JobKey.of("job");
  private static final Duration TICK = Duration.ofSeconds(10);

  private final TestCluster cluster = new TestCluster();
  private final List<RunContext> runs = new ArrayList<>();
  private final Job handler = runs::add;
  private final MemorySink sink = new MemorySink();

  private static JobDefinition.Builder everyTenSeconds() {
    return JobDefinition.builder("job", new FixedRate(START, TICK))
        .misfireAfter(Duration.ofSeconds(60));
  }

  private static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  private TestCluster.Node startWithSink(String id, JobDefinition definition, Job job) {
    return cluster.start(id, Duration.ZERO, definition, job, List.of(sink), s -> s);
  }

  /** Keeps marks and results as a fenced sink does. */
  private static final class MemorySink implements FencedSink {
    final Map<String, FenceToken> results = new HashMap<>();
    FenceToken mark = new FenceToken(0, 0);
    boolean down;

    @Override
    public String name() {
      return "memory";
    }

    @Override
    public void seal(RunContext run) {
      if (down) {
        throw new IllegalStateException("the sink is down");
      }
      if (run.fence().compareTo(mark) < 0) {
        throw new StaleFenceException(name(), run.occurrence(), run.fence(), mark);
      }
      mark = run.fence();
    }

    @Override
    public StoredResult find(RunContext run) {
      seal(run);
      return new StoredResult(results.containsKey(run.key()), 0);
    }

    void once(RunContext run) {
      seal(run);
      results.putIfAbsent(run.key(), run.fence());
    }
  }

  // One holder ---------------------------------------------------------------------------------

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

  // Lost replies -------------------------------------------------------------------------------

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

  // Failures of the handler --------------------------------------------------------------------

  @Test
  void failingHandler_isTriedAgainWithRisingTokens_thenFails() {
    JobDefinition definition =
        everyTenSeconds().retry(new RetryPolicy(3, seconds(1), 1, seconds(1), 0)).build();
    startWithSink(
        "n1",
        definition,
        run -> {
          runs.add(run);
          throw new IllegalStateException("no");
        });

    cluster.advance(seconds(15));

    assertThat(runs).extracting(RunContext::attempt).containsExactly(1, 2, 3);
    assertThat(runs).extracting(RunContext::fence).isSorted().doesNotHaveDuplicates();
    assertThat(cluster.ledger(JOB))
        .containsExactly("ATTEMPT_FAILED 10 #1", "ATTEMPT_FAILED 10 #2", "FAILED 10 #3");
    assertThat(cluster.records(JOB).get(2).error().orElseThrow()).contains("no");
  }

  @Test
  void handlerThatFailedAfterItsCommit_hasSucceeded() {
    JobDefinition definition = everyTenSeconds().retry(RetryPolicy.NONE).build();
    startWithSink(
        "n1",
        definition,
        run -> {
          sink.once(run);
          throw new IllegalStateException("after the commit");
        });

    cluster.advance(seconds(15));

    assertThat(cluster.ledger(JOB)).containsExactly("SUCCEEDED 10 #1");
  }

  @Test
  void sinkThatCannotAnswer_leavesTheLastAttemptUndecided_untilItCan() {
    JobDefinition definition = everyTenSeconds().retry(RetryPolicy.NONE).build();
    startWithSink(
        "n1",
        definition,
        run -> {
          runs.add(run);
          sink.once(run);
          sink.down = true;
          throw new IllegalStateException("the connection broke");
        });
    cluster.advance(seconds(13));
    assertThat(cluster.ledger(JOB)).doesNotContain("FAILED 10 #1");

    sink.down = false;
    cluster.advance(seconds(5));

    assertThat(runs).hasSize(1);
    assertThat(cluster.ledger(JOB)).last().asString().startsWith("SUCCEEDED 10");
  }

  @Test
  void runPastItsTimeout_isInterruptedAndRecordedAsTimedOut() {
    JobDefinition definition =
        everyTenSeconds().retry(RetryPolicy.NONE).timeout(seconds(3)).build();
    TestCluster.Node only = cluster.start("n1", definition, RunContext::checkHeld);
    only.holdWorkers = true;
    cluster.advance(seconds(14));

    only.holdWorkers = false;
    cluster.settle();

    assertThat(cluster.ledger(JOB)).containsExactly("TIMED_OUT 10 #1");
  }

  @Test
  void threadThatDoesNotEnd_isLeftBehind_andAnotherNodeGoesOn() {
    JobDefinition definition = everyTenSeconds().timeout(seconds(3)).build();
    TestCluster.Node first = cluster.start("n1", definition, handler);
    TestCluster.Node second = cluster.start("n2", definition, handler);
    first.holdWorkers = true;

    cluster.advance(seconds(26));

    assertThat(first.seen(SchedulerEvent.Resigned.class)).hasSize(1);
    assertThat(cluster.leaders()).containsExactly(second);
    assertThat(runs).isNotEmpty();
    assertThat(runs.get(0).attempt()).isEqualTo(2);
  }

  // Holder losses ------------------------------------------------------------------------------

  @Test
  void abandon_afterAnUnfinishedClaim_looksForTheResult() {
    JobDefinition definition = everyTenSeconds().onHolderLoss(HolderLossPolicy.ABANDON).build();
    TestCluster.Node first = startWithSink("n1", definition, handler);
    startWithSink("n2", definition, handler);
    first.holdWorkers = true;
    cluster.advance(seconds(11));

    cluster.kill(first);
    cluster.advance(seconds(8));

    assertThat(runs).isEmpty();
    assertThat(cluster.ledger(JOB)).containsExactly("SUPERSEDED 10 #1", "ABANDONED 10 #2");
  }

  @Test
  void abandon_ofWhatWasCommitted_hasSucceeded() {
    JobDefinition definition = everyTenSeconds().onHolderLoss(HolderLossPolicy.ABANDON).build();
    TestCluster.Node first = startWithSink("n1", definition, handler);
    startWithSink("n2", definition, handler);
    first.holdWorkers = true;
    cluster.advance(seconds(11));
    sink.results.put("job@2026-08-16T00:00:10Z", new FenceToken(0, 1));

    cluster.kill(first);
    cluster.advance(seconds(8));

    assertThat(cluster.ledger(JOB)).containsExactly("SUPERSEDED 10 #1", "SUCCEEDED 10 #2");
  }

  @Test
  void jobThatKillsEveryReplica_isAbandonedInTheEnd() {
    JobDefinition definition = everyTenSeconds().maxHolderLosses(2).build();
    TestCluster.Node first = startWithSink("n1", definition, handler);
    TestCluster.Node second = startWithSink("n2", definition, handler);
    startWithSink("n3", definition, handler);
    first.holdWorkers = true;
    second.holdWorkers = true;
    cluster.advance(seconds(11));
    cluster.kill(first);
    cluster.advance(seconds(8));
    cluster.kill(second);
    cluster.advance(seconds(8));

    assertThat(cluster.ledger(JOB))
        .startsWith("SUPERSEDED 10 #1", "SUPERSEDED 10 #2", "ABANDONED 10 #3");
  }

  // Resigning ----------------------------------------------------------------------------------

  @Test
  void leaderWhoseSinkIsDown_resigns_andNoAttemptIsCounted() {
    TestCluster.Node first = startWithSink("n1", everyTenSeconds().build(), handler);
    MemorySink healthy = new MemorySink();
    cluster.start(
        "n2", Duration.ZERO, everyTenSeconds().build(), handler, List.of(healthy), s -> s);
    sink.down = true;

    cluster.advance(seconds(30));

    assertThat(first.seen(SchedulerEvent.Resigned.class)).hasSize(1);
    assertThat(runs).isNotEmpty();
    assertThat(runs.get(0).node()).isEqualTo("n2");
    assertThat(cluster.records(JOB))
        .extracting(r -> r.outcome())
        .doesNotContain(Outcome.ATTEMPT_FAILED, Outcome.FAILED);
  }

  @Test
  void leaderWithoutFreeWorker_resigns() {
    JobDefinition definition = everyTenSeconds().shards(2).build();
    TestCluster.Node first =
        cluster.start("n1", Duration.ZERO, definition, handler, List.of(), s -> s.workers(1));
    TestCluster.Node second =
        cluster.start("n2", Duration.ZERO, definition, handler, List.of(), s -> s.workers(1));
    first.holdWorkers = true;

    cluster.advance(seconds(25));

    assertThat(first.seen(SchedulerEvent.Resigned.class)).hasSize(1);
    assertThat(second.seen(SchedulerEvent.TermStarted.class)).hasSize(1);
  }

  // Token domain -------------------------------------------------------------------------------

  @Test
  void currentClaimBelowTheSinksMark_raisesTheAlarm_untilTheEpochIsRaised() {
    sink.mark = new FenceToken(0, 1_000_000);
    TestCluster.Node first = startWithSink("n1", everyTenSeconds().build(), handler);
    cluster.advance(seconds(45));

    assertThat(first.seen(SchedulerEvent.TokenDomainAlarm.class)).hasSize(1);
    assertThat(runs).isEmpty();
    assertThat(first.seen(SchedulerEvent.Claimed.class)).hasSize(1);

    stop(first);
    cluster.start(
        "n2",
        Duration.ZERO,
        everyTenSeconds().build(),
        handler,
        List.of(sink),
        s -> s.fenceEpoch(1));
    cluster.advance(seconds(5));

    assertThat(runs).isNotEmpty();
    assertThat(runs.get(0).fence().epoch()).isEqualTo(1);
  }

  // Stopping -----------------------------------------------------------------------------------

  private CompletionStage<Void> stop(TestCluster.Node node) {
    CompletionStage<Void> done = node.engine.stop();
    cluster.settle();
    return done;
  }

  @Test
  void stop_whileIdle_handsOverAtOnce() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);
    cluster.advance(seconds(5));

    assertThat(stop(first).toCompletableFuture()).isDone();

    assertThat(cluster.leaders()).containsExactly(second);
  }

  @Test
  void stop_whileRunning_waitsForTheRunAndHandsOverNothing() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);
    first.holdWorkers = true;
    cluster.advance(seconds(11));

    CompletionStage<Void> done = stop(first);
    cluster.advance(seconds(12));
    assertThat(done.toCompletableFuture()).isNotDone();
    assertThat(second.seen(SchedulerEvent.TermStarted.class)).isEmpty();
    first.holdWorkers = false;
    cluster.settle();

    assertThat(done.toCompletableFuture()).isDone();
    assertThat(runs).extracting(RunContext::attempt).containsOnly(1);
    assertThat(cluster.leaders()).containsExactly(second);
  }

  @Test
  void stop_pastTheDrainTime_releasesTheRun_whichCountsAsNoLoss() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.start("n2", everyTenSeconds().build(), handler);
    first.holdWorkers = true;
    cluster.advance(seconds(11));

    CompletionStage<Void> done = stop(first);
    cluster.advance(seconds(45));

    assertThat(done.toCompletableFuture()).isDone();
    assertThat(cluster.ledger(JOB)).startsWith("RELEASED 10 #1", "SUCCEEDED 10 #2");
    assertThat(runs.get(0).reason()).isEqualTo(RunReason.RETRY);
  }

  @Test
  void stop_withoutAnyStore_isDone() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    only.backend.cut(true);
    cluster.advance(seconds(10));

    assertThat(stop(only).toCompletableFuture()).isDone();
  }

  // Clocks -------------------------------------------------------------------------------------

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

  // Deploys and other schedules ----------------------------------------------------------------

  @Test
  void nodeWithLowerDefinitionVersion_doesNotDecide() {
    TestCluster.Node newer = cluster.start("n1", everyTenSeconds().version(2).build(), handler);
    cluster.advance(seconds(5));
    TestCluster.Node older = cluster.start("n2", everyTenSeconds().version(1).build(), handler);
    cluster.kill(newer);

    cluster.advance(seconds(30));

    assertThat(older.seen(SchedulerEvent.TermStarted.class)).isEmpty();
    assertThat(older.seen(SchedulerEvent.Resigned.class).get(0).reason()).contains("version 2");
  }

  @Test
  void fixedDelay_runsTheDelayAfterTheEndOfTheRunBefore() {
    JobDefinition definition = JobDefinition.builder("job", new FixedDelay(seconds(10))).build();
    TestCluster.Node only = cluster.start("n1", definition, handler);
    only.holdWorkers = true;
    cluster.advance(seconds(14));
    only.holdWorkers = false;
    cluster.advance(seconds(11));

    assertThat(cluster.ledger(JOB)).containsExactly("SUCCEEDED 10 #1", "SUCCEEDED 24 #1");
  }

  @Test
  void occurrencesDuringALongRun_areSkippedAndRecorded() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    only.holdWorkers = true;
    cluster.advance(seconds(35));
    only.holdWorkers = false;
    cluster.advance(seconds(1));

    assertThat(cluster.ledger(JOB)).containsExactly("SUCCEEDED 10 #1", "SKIPPED 20-30");
  }

  @Test
  void occurrencesWhileNobodyWasThere_areMissedOrRun_asTheMisfirePolicySays() {
    JobDefinition definition =
        everyTenSeconds().misfire(MisfirePolicy.FIRE_ONCE).misfireAfter(seconds(5)).build();
    TestCluster.Node first = cluster.start("n1", definition, handler);
    cluster.advance(seconds(5));
    stop(first);
    cluster.nodes.remove("n1");
    cluster.advance(seconds(31));

    cluster.start("n2", definition, handler);
    cluster.advance(seconds(1));

    assertThat(cluster.ledger(JOB)).containsExactly("MISSED 10-20", "SUCCEEDED 30 #1");
    assertThat(runs.get(0).reason()).isEqualTo(RunReason.MISFIRE);
  }

  @Test
  void runRecords_areTrimmed() {
    cluster.start("n1", everyTenSeconds().keepRuns(10).build(), handler);

    cluster.advance(seconds(10 * 100));

    assertThat(cluster.records(JOB)).hasSizeBetween(10, 10 + 16);
  }
}

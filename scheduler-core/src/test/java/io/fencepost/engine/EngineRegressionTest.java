package io.fencepost.engine;

import static io.fencepost.engine.TestCluster.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FencedSink;
import io.fencepost.HolderLossPolicy;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.JobKey;
import io.fencepost.RetryPolicy;
import io.fencepost.RunContext;
import io.fencepost.StoredResult;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.testing.MemoryBackend.WriteFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What went wrong once, named after it. */
class EngineRegressionTest {
  private static final JobKey JOB = JobKey.of("job");

  private final TestCluster cluster = new TestCluster();
  private final List<RunContext> runs = new ArrayList<>();
  private final Job handler = runs::add;

  private static JobDefinition.Builder everyTenSeconds() {
    return JobDefinition.builder("job", new FixedRate(START, seconds(10)))
        .misfireAfter(Duration.ofSeconds(60));
  }

  private static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  private TestCluster.Node start(
      String id, JobDefinition definition, Job job, FencedSink... sinks) {
    return cluster.start(id, Duration.ZERO, definition, job, List.of(sinks), s -> s);
  }

  // Schedules ----------------------------------------------------------------------------------

  @Test
  void jobThatChangedFromFixedRateToFixedDelay_fellSilentForever() {
    cluster.kill(cluster.start("n1", everyTenSeconds().build(), handler));
    cluster.advance(seconds(15));

    cluster.start(
        "n2", everyTenSeconds().schedule(new FixedDelay(seconds(7))).version(2).build(), handler);
    cluster.advance(seconds(30));

    // At 10 the old schedule was in force; the delay counts from when the change was recorded.
    assertThat(cluster.ledger(JOB))
        .startsWith("SUCCEEDED 10 #1", "SUCCEEDED 22 #1")
        .hasSizeGreaterThan(3);
  }

  @Test
  void wallClockSetFarAhead_movedTheCursorBeforeItWasCompared() {
    TestCluster.Node only = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.advance(seconds(15));

    only.clockAhead = Duration.ofDays(30);
    cluster.advance(seconds(30));
    only.clockAhead = Duration.ZERO;
    cluster.advance(seconds(30));

    assertThat(cluster.state(JOB).cursor()).isEqualTo(START.plus(seconds(70)));
    assertThat(runs).hasSize(7);
  }

  @Test
  void wallClockSetFarAheadDuringARun_silencedAFixedDelay() {
    JobDefinition definition = JobDefinition.builder("job", new FixedDelay(seconds(10))).build();
    TestCluster.Node only = cluster.start("n1", definition, handler);
    only.holdWorkers = true;
    cluster.advance(seconds(12));

    only.clockAhead = Duration.ofDays(30);
    cluster.advance(Duration.ofMillis(100));
    only.holdWorkers = false;
    cluster.advance(seconds(5));
    only.clockAhead = Duration.ZERO;
    cluster.advance(seconds(30));

    assertThat(runs).hasSizeGreaterThan(2);
  }

  @Test
  void clockOutOfBounds_countedTheRunUnderWayAsALostHolder() {
    TestCluster.Node first =
        cluster.start("n1", everyTenSeconds().maxHolderLosses(1).build(), handler);
    cluster.start("n2", everyTenSeconds().maxHolderLosses(1).build(), handler);
    first.holdWorkers = true;
    cluster.advance(seconds(11));

    first.clockAhead = Duration.ofMinutes(5);
    cluster.advance(seconds(4));
    first.holdWorkers = false;
    cluster.advance(seconds(10));

    assertThat(cluster.ledger(JOB)).startsWith("SUCCEEDED 10 #1", "SUCCEEDED 20 #1");
    assertThat(runs).extracting(RunContext::node).containsExactly("n1", "n2");
  }

  // Workers ------------------------------------------------------------------------------------

  @Test
  void claimsUnderWay_tookNoWorker_soThatMoreHandlersRanThanAllowed() {
    JobDefinition definition = everyTenSeconds().shards(3).build();
    TestCluster.Node only =
        cluster.start("n1", Duration.ZERO, definition, handler, List.of(), s -> s.workers(1));
    only.holdWorkers = true;
    only.backend.failNextWrites(WriteFault.REQUEST_LOST, WriteFault.REQUEST_LOST);
    cluster.advance(seconds(5));
    only.backend.failNextWrites(WriteFault.REQUEST_LOST, WriteFault.REQUEST_LOST);

    cluster.advance(seconds(6));

    assertThat(only.workers).hasSize(1);
    only.holdWorkers = false;
    cluster.advance(seconds(5));
    assertThat(runs).hasSize(3);
  }

  @Test
  void threadThatCouldNotBeStarted_keptTheJobWaitingForItsEndForever() {
    TestCluster.Node only = start("n1", everyTenSeconds().build(), handler);
    only.outOfThreads = true;
    cluster.advance(seconds(12));
    only.outOfThreads = false;
    cluster.advance(seconds(10));

    assertThat(runs).hasSize(2);
    assertThat(cluster.records(JOB)).noneMatch(r -> r.outcome().name().contains("FAILED"));
  }

  // Outcomes -----------------------------------------------------------------------------------

  @Test
  void atMostOnceJob_wasStartedTwice_whenADrainGaveItsRunBack() {
    JobDefinition definition =
        everyTenSeconds().onHolderLoss(HolderLossPolicy.ABANDON).retry(RetryPolicy.NONE).build();
    TestCluster.Node[] holder = new TestCluster.Node[1];
    Job stopsWhenTold =
        run -> {
          runs.add(run);
          if (run.node().equals("n1") && runs.size() == 1) {
            holder[0].engine.stop();
            cluster.advance(seconds(0));
            throw new InterruptedException("stopped half-way");
          }
        };
    holder[0] =
        cluster.start(
            "n1", Duration.ZERO, definition, stopsWhenTold, List.of(), s -> s.drain(Duration.ZERO));
    cluster.start("n2", definition, stopsWhenTold);

    cluster.advance(seconds(15));

    assertThat(runs).hasSize(1);
    assertThat(cluster.ledger(JOB)).startsWith("RELEASED 10 #1", "ABANDONED 10 #2");
  }

  @Test
  void errorThrownByASink_wasTakenForAFailureOfTheHandler() {
    FencedSink broken =
        new FencedSink() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public void seal(RunContext run) {
            throw new NoClassDefFoundError("a/driver");
          }

          @Override
          public StoredResult find(RunContext run) {
            return new StoredResult(true, 0);
          }
        };
    start("n1", everyTenSeconds().retry(RetryPolicy.NONE).build(), handler, broken);

    cluster.advance(seconds(12));

    assertThat(cluster.ledger(JOB)).isNotEmpty().allMatch(line -> line.startsWith("RELEASED 10"));
  }

  // Store --------------------------------------------------------------------------------------

  @Test
  void recordsThatCameInPairs_wereNeverTrimmed() {
    TestCluster.Node only = start("n1", everyTenSeconds().keepRuns(10).build(), handler);
    cluster.advance(seconds(5));
    for (int i = 0; i < 60; i++) {
      only.holdWorkers = true;
      cluster.advance(seconds(16));
      only.holdWorkers = false;
      cluster.advance(seconds(4));
    }

    assertThat(cluster.records(JOB)).hasSizeBetween(10, 10 + 17);
  }

  @Test
  void firstInLineThatCouldNotReadTheLedger_keptTheOthersWaitingForever() {
    TestCluster.Node first =
        cluster
        .new Node("n1", Duration.ZERO, everyTenSeconds().build(), handler, List.of(), s -> s);
    first.backend.failReads(true);
    cluster.start(first);
    TestCluster.Node second = start("n2", everyTenSeconds().build(), handler);

    cluster.advance(seconds(25));

    assertThat(first.seen(SchedulerEvent.Resigned.class)).isNotEmpty();
    assertThat(cluster.leaders()).containsExactly(second);
  }

  // Events -------------------------------------------------------------------------------------

  @Test
  void handlerStart_wasReportedAfterTheLossOfTheLeaseThatItPreceded() {
    TestCluster.Node only =
        start("n1", everyTenSeconds().build(), run -> cluster.time.jump(seconds(10)));

    cluster.advance(seconds(11));

    assertThat(only.events)
        .filteredOn(
            e ->
                e instanceof SchedulerEvent.HandlerStarted || e instanceof SchedulerEvent.LeaseLost)
        .first()
        .isInstanceOf(SchedulerEvent.HandlerStarted.class);
  }
}

package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobDefinition;
import io.fencepost.MisfirePolicy;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.schedule.FixedDelay;
import org.junit.jupiter.api.Test;

/** Deploys, overlaps, misfires and other schedules. */
class EngineScheduleTest extends EngineScene {
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

  @Test
  void occurrencesDuringARunThatAnotherNodeTookOver_areOverlapped_butForTheTimeOfTheTakeover() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.start("n2", everyTenSeconds().build(), handler);
    first.holdWorkers = true;
    cluster.advance(seconds(45));
    cluster.kill(first);

    cluster.advance(seconds(10));

    assertThat(cluster.ledger(JOB))
        .containsExactly("SUPERSEDED 10 #1", "SUCCEEDED 10 #2", "SKIPPED 20-40", "SUCCEEDED 50 #1");
  }

  @Test
  void occurrenceThatAFixedDelayHadDue_isRun_afterTheChangeToATimetable() {
    JobDefinition delay = JobDefinition.builder("job", new FixedDelay(seconds(15))).build();
    cluster.kill(cluster.start("n1", delay, handler));
    cluster.advance(seconds(17));

    cluster.start("n2", everyTenSeconds().version(2).build(), handler);
    cluster.advance(seconds(4));

    assertThat(cluster.ledger(JOB)).containsExactly("SUCCEEDED 15 #1", "SUCCEEDED 20 #1");
    assertThat(runs).extracting(RunContext::attempt).containsOnly(1);
    assertThat(runs).extracting(RunContext::reason).containsOnly(RunReason.SCHEDULED);
  }
}

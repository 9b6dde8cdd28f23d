package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.HolderLossPolicy;
import io.fencepost.JobDefinition;
import io.fencepost.RetryPolicy;
import io.fencepost.RunContext;
import io.fencepost.event.SchedulerEvent;
import org.junit.jupiter.api.Test;

/** What becomes of an occurrence whose handler fails, or whose holder vanishes. */
class EngineFailureTest extends EngineScene {
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
}

package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.RunContext;
import io.fencepost.RunReason;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.testing.MemoryBackend.WriteFault;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A scheduler that stops hands over in order. */
class EngineStopTest extends EngineScene {
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

  @Test
  void stop_whileAClaimIsUnderWay_startsNothing_andHandsTheClaimOver() {
    TestCluster.Node first = cluster.start("n1", everyTenSeconds().build(), handler);
    cluster.start("n2", everyTenSeconds().build(), handler);
    cluster.advance(seconds(9));
    first.backend.failNextWrites(WriteFault.REPLY_LOST);
    cluster.advance(seconds(1));

    CompletionStage<Void> done = stop(first);
    cluster.advance(seconds(2));

    assertThat(done.toCompletableFuture()).isDone();
    assertThat(cluster.ledger(JOB)).containsExactly("RELEASED 10 #1", "SUCCEEDED 10 #2");
    assertThat(runs).extracting(RunContext::node).containsExactly("n2");
  }
}

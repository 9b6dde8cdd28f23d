package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.JobDefinition;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.Outcome;
import io.fencepost.testing.MemoryBackend.LineRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node that cannot run a job gives it to another. */
class EngineResignTest extends EngineScene {
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

  @Test
  void candidateThatCannotLook_leavesTheLineToOthers() {
    TestCluster.Node blind = prepared("n1");
    blind.backend.loseRepliesTo(LineRequest.LOOK);
    cluster.start(blind);
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);

    cluster.advance(seconds(25));

    assertThat(blind.seen(SchedulerEvent.Resigned.class)).isNotEmpty();
    assertThat(cluster.leaders()).containsExactly(second);
  }

  @Test
  void candidateThatNeverHearsThatItStands_leavesTheLineToOthers() {
    TestCluster.Node deaf = prepared("n1");
    deaf.backend.loseRepliesTo(LineRequest.STAND);
    cluster.start(deaf);
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);

    cluster.advance(seconds(25));

    assertThat(deaf.seen(SchedulerEvent.Resigned.class)).isNotEmpty();
    assertThat(cluster.leaders()).containsExactly(second);
  }

  @Test
  void candidateThatCannotLeave_givesItsSessionUp() {
    TestCluster.Node first = startWithSink("n1", everyTenSeconds().build(), handler);
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);
    sink.down = true;
    first.backend.loseRepliesTo(LineRequest.WITHDRAW);

    cluster.advance(seconds(60));

    assertThat(first.seen(SchedulerEvent.LeaseLost.class).get(0).reason())
        .contains("cannot leave the line of job");
    assertThat(cluster.leaders()).containsExactly(second);
  }

  @Test
  void candidateLeftByALateRequest_isTakenOut_whileItsNodeIsOutOfLine() {
    TestCluster.Node first = prepared("n1");
    first.backend.loseRepliesTo(LineRequest.STAND);
    cluster.start(first);
    cluster.advance(seconds(1));
    first.clockAhead = Duration.ofDays(1);
    cluster.advance(seconds(4));
    TestCluster.Node second = cluster.start("n2", everyTenSeconds().build(), handler);
    assertThat(cluster.leaders()).containsExactly(second);

    // What was asked for before the node left the line arrives now, before all others.
    stop(second);
    cluster.nodes.remove("n2");
    cluster.store.standLate("n1", JOB);
    TestCluster.Node third = cluster.start("n3", everyTenSeconds().build(), handler);
    assertThat(cluster.leaders()).isEmpty();
    cluster.advance(seconds(31));

    assertThat(cluster.leaders()).containsExactly(third);
  }

  @Test
  void cooldown_outlivesTheSessionInWhichItBegan() {
    TestCluster.Node first = startWithSink("n1", everyTenSeconds().build(), handler);
    sink.down = true;
    cluster.advance(seconds(21));
    assertThat(first.seen(SchedulerEvent.Resigned.class)).hasSize(1);

    cluster.store.revoke("n1");
    cluster.advance(seconds(5));

    assertThat(first.seen(SchedulerEvent.Enrolled.class)).hasSize(2);
    assertThat(first.seen(SchedulerEvent.Stood.class)).hasSize(1);
  }

  private TestCluster.Node prepared(String id) {
    return cluster
    .new Node(id, Duration.ZERO, everyTenSeconds().build(), handler, List.of(), s -> s);
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
}

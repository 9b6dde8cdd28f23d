package io.fencepost.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.spi.QueueOutcome.First;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Enrolling, renewing and the end of a session. */
abstract class SessionContract extends BackendContractBase {
  @Test
  void session_tellsWhatWasGranted() {
    Session session = enrol(node(), "n1");
    assertThat(session.id()).isNotEmpty();
    assertThat(session.lease()).isPositive();
    assertThat(session.grain()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Test
  void nodeId_ofAnotherLiveProcess_isTaken() {
    enrol(node(), info("n1", 1), new RecordedHints());
    EnrolOutcome outcome = await(node().enrol(info("n1", 2), lease(), new RecordedHints()));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            EnrolOutcome.NodeIdTaken.class,
            taken -> assertThat(taken.byWhom()).contains("host-1", "4001"));
  }

  @Test
  void otherNodeIds_areFree_evenIfOneIsTheBeginningOfTheOther() {
    enrol(node(), info("n1", 1), new RecordedHints());
    enrol(node(), info("n", 2), new RecordedHints());
    enrol(node(), info("n1.1", 3), new RecordedHints());
  }

  @Test
  void refusedEnrolment_leavesNothingBehind() {
    Session first = enrol(node(), info("n1", 1), new RecordedHints());
    await(node().enrol(info("n1", 2), lease(), new RecordedHints()));
    expire(first);
    until(
        () -> node().enrol(info("n1", 3), lease(), new RecordedHints()),
        EnrolOutcome.Enrolled.class::isInstance);
  }

  @Test
  void twoProcessesThatEnrolAtOnce_areNotBothEnrolled() {
    for (int round = 0; round < 5; round++) {
      String id = "n" + round;
      CompletionStage<EnrolOutcome> one = node().enrol(info(id, 1), lease(), new RecordedHints());
      CompletionStage<EnrolOutcome> other = node().enrol(info(id, 2), lease(), new RecordedHints());
      assertThat(List.of(await(one), await(other)))
          .filteredOn(EnrolOutcome.Enrolled.class::isInstance)
          .hasSize(1);
    }
  }

  @Test
  void fastRestart_isRefusedUntilItsPredecessorsSessionEnds() {
    Session before = enrol(node(), info("n1", 1), new RecordedHints());
    Backend restarted = node();
    assertThat(await(restarted.enrol(info("n1", 2), lease(), new RecordedHints())))
        .isInstanceOf(EnrolOutcome.NodeIdTaken.class);
    expire(before);
    enrol(restarted, info("n1", 2), new RecordedHints());
  }

  @Test
  void restartAfterAClose_isEnrolledSoon() {
    enrol(node(), info("n1", 1), new RecordedHints()).close();
    Backend restarted = node();
    until(
        () -> restarted.enrol(info("n1", 2), lease(), new RecordedHints()),
        EnrolOutcome.Enrolled.class::isInstance);
  }

  @Test
  void secondSessionOfAProcess_standsBesideTheFirst() {
    Backend backend = node();
    Session first = enrol(backend, "n1");
    Candidate candidate = stand(first, JOB, A);
    Session second = enrol(backend, "n1");
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(await(first.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Renewed.class);
    assertThat(await(second.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Renewed.class);
    expire(second);
    until(() -> second.renew(HEARTBEAT), RenewOutcome.Ended.class::isInstance);
    assertThat(await(first.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Renewed.class);
    assertThat(await(first.look(candidate))).isEqualTo(new First());
    granted(backend, claim(candidate, none(), "a"));
  }

  @Test
  void firstSessionsEnd_leavesTheSecondAlone() {
    Backend backend = node();
    Session first = enrol(backend, "n1");
    Session second = enrol(backend, "n1");
    Candidate candidate = stand(second, JOB, A);
    expire(first);
    until(() -> first.renew(HEARTBEAT), RenewOutcome.Ended.class::isInstance);
    assertThat(await(second.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Renewed.class);
    assertThat(await(node().enrol(info("n1", 2), lease(), new RecordedHints())))
        .isInstanceOf(EnrolOutcome.NodeIdTaken.class);
    granted(backend, claim(candidate, none(), "a"));
  }

  @Test
  void renewal_tellsTheStoresTime_orElseTheOtherNodesHeartbeats() {
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), new RecordedHints());
    enrol(node(), info("n3", 3), new RecordedHints());
    await(n1.renew(HEARTBEAT));
    RenewOutcome.Renewed renewed = (RenewOutcome.Renewed) await(n2.renew(HEARTBEAT.plusSeconds(7)));
    assertThat(renewed.heartbeats())
        .isEqualTo(renewed.backendTime().isPresent() ? Map.of() : Map.of("n1", HEARTBEAT));
  }

  @Test
  void expiredSession_isEnded() {
    Session session = enrol(node(), "n1");
    expire(session);
    until(() -> session.renew(HEARTBEAT), RenewOutcome.Ended.class::isInstance);
    until(() -> session.stand(JOB, A), StandOutcome.SessionEnded.class::isInstance);
  }

  @Test
  void closedSession_isOfNoUse_alsoAtOnce() {
    Session session = enrol(node(), "n1");
    session.close();
    session.close();
    assertThat(await(session.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Ended.class);
    assertThat(await(session.stand(JOB, A))).isInstanceOf(StandOutcome.SessionEnded.class);
  }
}

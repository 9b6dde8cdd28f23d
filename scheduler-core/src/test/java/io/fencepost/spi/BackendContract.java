package io.fencepost.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import io.fencepost.JobName;
import io.fencepost.spi.QueueOutcome.Absent;
import io.fencepost.spi.QueueOutcome.Behind;
import io.fencepost.spi.QueueOutcome.First;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What the engine relies on, written once against the SPI. A backend's module subclasses it and
 * says how to connect and how to expire a session.
 */
public abstract class BackendContract extends BackendContractBase {
  private static final String A = "00000000000000aa";
  private static final String B = "00000000000000bb";
  private static final String C = "00000000000000cc";

  // Sessions.

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

  // The line.

  @Test
  void candidates_standInTheOrderTheyCame() {
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), new RecordedHints());
    Candidate c = stand(n1, JOB, C);
    Candidate b = stand(n2, JOB, B);
    Candidate a = stand(n1, JOB, A);
    assertThat(List.of(c.order(), b.order(), a.order())).isSorted().doesNotHaveDuplicates();
    assertThat(await(n1.look(c))).isEqualTo(new First());
    assertThat(await(n2.look(b))).isEqualTo(new Behind(c.path()));
    assertThat(await(n1.look(a))).isEqualTo(new Behind(b.path()));
  }

  @Test
  void standingAgainWithTheSameGuid_leavesOneCandidate() {
    Backend backend = node();
    Session session = enrol(backend, "n1");
    Candidate candidate = stand(session, JOB, A);
    assertThat(stand(session, JOB, A)).isEqualTo(candidate);
    assertThat(candidate.guid()).isEqualTo(A);
    assertThat(candidate.job()).isEqualTo(JOB);
    Candidate next = stand(session, JOB, B);
    assertThat(await(session.look(next))).isEqualTo(new Behind(candidate.path()));
    await(session.withdraw(candidate));
    assertThat(await(session.look(next))).isEqualTo(new First());
  }

  @Test
  void linesOfJobsAndShards_areApart() {
    Session session = enrol(node(), "n1");
    JobKey shard = new JobKey(new JobName("settlement"), 1);
    Candidate whole = stand(session, JOB, A);
    Candidate part = stand(session, shard, A);
    assertThat(await(session.look(whole))).isEqualTo(new First());
    assertThat(await(session.look(part))).isEqualTo(new First());
  }

  @Test
  void predecessorsWithdrawal_isHinted() {
    RecordedHints hints = new RecordedHints();
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), hints);
    Candidate first = stand(n1, JOB, A);
    Candidate second = stand(n2, JOB, B);
    assertThat(await(n2.look(second))).isEqualTo(new Behind(first.path()));
    assertThat(await(n1.withdraw(first))).isEqualTo(new WithdrawOutcome.Done());
    awaitHint(hints, "queueChanged settlement");
    assertThat(await(n2.look(second))).isEqualTo(new First());
  }

  @Test
  void predecessorsClosedSession_isHinted() {
    RecordedHints hints = new RecordedHints();
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), hints);
    stand(n1, JOB, A);
    Candidate second = stand(n2, JOB, B);
    await(n2.look(second));
    n1.close();
    awaitHint(hints, "queueChanged settlement");
    assertThat(await(n2.look(second))).isEqualTo(new First());
  }

  @Test
  void predecessorsExpiredSession_isHinted_andTheNextIsHintedAgain() {
    RecordedHints hints = new RecordedHints();
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), new RecordedHints());
    Session n3 = enrol(node(), info("n3", 3), hints);
    Candidate first = stand(n1, JOB, A);
    stand(n2, JOB, B);
    Candidate third = stand(n3, JOB, C);
    await(n3.look(third));
    expire(n2);
    awaitHint(hints, "queueChanged settlement");
    assertThat(await(n3.look(third))).isEqualTo(new Behind(first.path()));
    expire(n1);
    awaitHint(hints, "queueChanged settlement");
    assertThat(await(n3.look(third))).isEqualTo(new First());
  }

  @Test
  void closedBackend_leavesTheLine() {
    RecordedHints hints = new RecordedHints();
    Backend leaving = node();
    stand(enrol(leaving, info("n1", 1), new RecordedHints()), JOB, A);
    Session staying = enrol(node(), info("n2", 2), hints);
    Candidate candidate = stand(staying, JOB, B);
    await(staying.look(candidate));
    leaving.close();
    leaving.close();
    awaitHint(hints, "queueChanged settlement");
    assertThat(await(staying.look(candidate))).isEqualTo(new First());
  }

  @Test
  void withdrawnCandidate_isAbsent_andWithdrawnAgain() {
    Session session = enrol(node(), "n1");
    Candidate candidate = stand(session, JOB, A);
    assertThat(await(session.withdraw(candidate))).isEqualTo(new WithdrawOutcome.Done());
    assertThat(await(session.withdraw(candidate))).isEqualTo(new WithdrawOutcome.Done());
    assertThat(await(session.look(candidate))).isEqualTo(new Absent());
    assertThat(stand(session, JOB, A).order()).isGreaterThan(candidate.order());
  }

  // The ledger.

  @Test
  void jobThatNeverHadALeader_readsAsNothing() {
    Backend backend = node();
    assertThat(read(backend, JOB))
        .isEqualTo(new ReadOutcome.Read(Optional.empty(), Optional.empty()));
    assertThat(runs(backend, JOB)).isEmpty();
  }

  @Test
  void firstWrite_isReadBack_withItsTokenAndVersion() {
    Backend backend = node();
    Candidate candidate = stand(enrol(backend, "n1"), JOB, A);
    Granted first = granted(backend, claim(candidate, none(), "{\"term\":\"größer ≥ 1\"}"));
    assertThat(state(backend, JOB))
        .isEqualTo(new StoredState(first.version(), first.token(), "{\"term\":\"größer ≥ 1\"}"));
  }

  @Test
  void token_isTheTransactionsNumber_andRisesWithEveryWrite() {
    Backend backend = node();
    Candidate candidate = stand(enrol(backend, "n1"), JOB, A);
    OptionalLong version = none();
    long last = 0;
    for (int i = 0; i < 20; i++) {
      Granted granted = granted(backend, claim(candidate, version, "state " + i));
      assertRejected(backend, claim(candidate, version, "state " + i), Reason.STATE_CHANGED);
      assertThat(granted.token()).isGreaterThan(last);
      assertThat(state(backend, JOB))
          .isEqualTo(new StoredState(granted.version(), granted.token(), "state " + i));
      version = at(granted.version());
      last = granted.token();
    }
  }

  @Test
  void tokens_riseAcrossNodes() {
    Backend one = node();
    Backend other = node();
    Granted first = granted(one, write(JOB, none(), "a"));
    Granted second = granted(other, write(JOB, at(first.version()), "b"));
    Granted third = granted(one, write(JOB, at(second.version()), "c"));
    assertThat(List.of(first.token(), second.token(), third.token()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void write_onAnotherVersion_isRejected_andChangesNothing() {
    Backend backend = node();
    assertRejected(backend, write(JOB, at(3), "x"), Reason.STATE_CHANGED);
    Granted first = granted(backend, write(JOB, none(), "a"));
    assertRejected(backend, write(JOB, none(), "x"), Reason.STATE_CHANGED);
    assertRejected(backend, write(JOB, at(first.version() + 1), "x"), Reason.STATE_CHANGED);
    Granted second = granted(backend, write(JOB, at(first.version()), "b"));
    assertRejected(backend, write(JOB, at(first.version()), "x"), Reason.STATE_CHANGED);
    assertThat(state(backend, JOB))
        .isEqualTo(new StoredState(second.version(), second.token(), "b"));
  }

  @Test
  void claim_ofAWithdrawnCandidate_isRejected() {
    Backend backend = node();
    Session session = enrol(backend, "n1");
    Candidate candidate = stand(session, JOB, A);
    await(session.withdraw(candidate));
    assertRejected(backend, claim(candidate, none(), "x"), Reason.CANDIDATE_GONE);
    assertThat(read(backend, JOB).state()).isEmpty();
  }

  @Test
  void claim_ofAnExpiredSessionsCandidate_isRejected_alsoThroughAnotherNode() {
    Backend backend = node();
    Session session = enrol(backend, "n1");
    Candidate candidate = stand(session, JOB, A);
    Granted first = granted(backend, claim(candidate, none(), "a"));
    expire(session);
    Backend other = node();
    assertRejected(other, claim(candidate, at(first.version()), "x"), Reason.CANDIDATE_GONE);
    until(() -> session.renew(HEARTBEAT), RenewOutcome.Ended.class::isInstance);
    assertRejected(backend, claim(candidate, at(first.version()), "x"), Reason.CANDIDATE_GONE);
    assertThat(state(backend, JOB).json()).isEqualTo("a");
  }

  @Test
  void candidateOfAnOlderSession_cannotBeUsed_whateverItsGuid() {
    Backend backend = node();
    Session older = enrol(backend, "n1");
    Candidate old = stand(older, JOB, A);
    expire(older);
    until(() -> older.renew(HEARTBEAT), RenewOutcome.Ended.class::isInstance);
    Session newer = enrol(backend, "n1");
    Candidate fresh = stand(newer, JOB, A);
    assertThat(await(newer.look(old))).isEqualTo(new Absent());
    assertRejected(backend, claim(old, none(), "x"), Reason.CANDIDATE_GONE);
    granted(backend, claim(fresh, none(), "a"));
  }

  @Test
  void sameGuidInTwoSessions_isTwoCandidates() {
    Backend backend = node();
    Session older = enrol(backend, "n1");
    Candidate old = stand(older, JOB, A);
    Session newer = enrol(backend, "n1");
    Candidate fresh = stand(newer, JOB, A);
    assertThat(fresh.path()).isNotEqualTo(old.path());
    assertThat(await(newer.look(fresh))).isEqualTo(new Behind(old.path()));
    expire(older);
    until(() -> newer.look(fresh), First.class::isInstance);
    granted(backend, claim(fresh, none(), "a"));
  }

  @Test
  void definitionAndRuns_areWrittenWithTheState_orNotAtAll() {
    Backend backend = node();
    Granted first = granted(backend, full(none(), "a", "definition 1", new RunEntry(0, "run 0")));
    assertThat(read(backend, JOB).definition()).contains("definition 1");
    assertRejected(
        backend,
        full(at(first.version() + 7), "x", "definition x", new RunEntry(1, "run x")),
        Reason.STATE_CHANGED);
    assertThat(read(backend, JOB).definition()).contains("definition 1");
    assertThat(runs(backend, JOB)).containsExactly(new RunEntry(0, "run 0"));
    Granted second =
        granted(
            backend,
            full(
                at(first.version()),
                "b",
                "definition 2",
                new RunEntry(1, "run 1"),
                new RunEntry(2, "run 2")));
    assertThat(read(backend, JOB))
        .isEqualTo(
            new ReadOutcome.Read(
                Optional.of(new StoredState(second.version(), second.token(), "b")),
                Optional.of("definition 2")));
    assertThat(runs(backend, JOB))
        .containsExactly(
            new RunEntry(0, "run 0"), new RunEntry(1, "run 1"), new RunEntry(2, "run 2"));
  }

  @Test
  void finish_needsNoCandidate() {
    Backend backend = node();
    Session session = enrol(backend, "n1");
    Candidate candidate = stand(session, JOB, A);
    Granted claim = granted(backend, claim(candidate, none(), "claim"));
    await(session.withdraw(candidate));
    granted(backend, write(JOB, at(claim.version()), "finished", new RunEntry(0, "succeeded")));
    assertThat(runs(backend, JOB)).containsExactly(new RunEntry(0, "succeeded"));
  }

  @Test
  void reissuedWrite_isRejected_andTheReadShowsThatItWasMine() {
    Backend backend = node();
    Candidate candidate = stand(enrol(backend, "n1"), JOB, A);
    LedgerWrite claim = claim(candidate, none(), "{\"nonce\":\"mine\"}");
    Granted first = granted(backend, claim);
    assertRejected(backend, claim, Reason.STATE_CHANGED);
    assertThat(state(backend, JOB))
        .isEqualTo(new StoredState(first.version(), first.token(), "{\"nonce\":\"mine\"}"));
    LedgerWrite finish = write(JOB, at(first.version()), "done", new RunEntry(0, "r"));
    granted(backend, finish);
    assertRejected(backend, finish, Reason.STATE_CHANGED);
  }

  @Test
  void writesOnOneVersion_areGrantedOnce() {
    Backend one = node();
    Backend other = node();
    List<CompletionStage<WriteOutcome>> replies =
        IntStream.range(0, 20)
            .mapToObj(i -> (i % 2 == 0 ? one : other).write(write(JOB, none(), "state " + i)))
            .toList();
    assertThat(replies.stream().map(BackendContractBase::await).filter(Granted.class::isInstance))
        .hasSize(1);
  }

  @Test
  void pipelinedWrites_ofManyJobs_areAllGranted() {
    Backend backend = node();
    List<CompletionStage<WriteOutcome>> replies =
        IntStream.range(0, 50)
            .mapToObj(i -> backend.write(write(JobKey.of("job-" + i), none(), "state")))
            .toList();
    assertThat(
            replies.stream()
                .map(BackendContractBase::await)
                .filter(Granted.class::isInstance)
                .map(granted -> ((Granted) granted).token())
                .distinct())
        .hasSize(50);
  }

  @Test
  void runs_areListedByNumber() {
    Backend backend = node();
    OptionalLong version = none();
    for (long number : new long[] {9, 10, 255, 256, 0x1_0000_0000L}) {
      Granted granted =
          granted(backend, write(JOB, version, "s", new RunEntry(number, "run " + number)));
      version = at(granted.version());
    }
    assertThat(runs(backend, JOB))
        .extracting(RunEntry::number)
        .containsExactly(9L, 10L, 255L, 256L, 0x1_0000_0000L);
  }

  @Test
  void trimmedRuns_areGone_andNoLaterWriteFails() {
    Backend backend = node();
    await(backend.trimRuns(JOB, 5));
    RunEntry[] records =
        LongStream.range(0, 10).mapToObj(i -> new RunEntry(i, "r" + i)).toArray(RunEntry[]::new);
    Granted first = granted(backend, write(JOB, none(), "a", records));
    await(backend.trimRuns(JOB, 7));
    await(backend.trimRuns(JOB, 7));
    assertThat(runs(backend, JOB)).extracting(RunEntry::number).containsExactly(7L, 8L, 9L);
    CompletionStage<Void> trim = backend.trimRuns(JOB, 10);
    granted(backend, write(JOB, at(first.version()), "b", new RunEntry(10, "r10")));
    await(trim);
    assertThat(runs(backend, JOB)).extracting(RunEntry::number).containsExactly(10L);
  }

  @Test
  void oversizedWrite_isRefused_andNotUnknown() {
    Backend backend = node();
    WriteOutcome outcome = await(backend.write(write(JOB, none(), "ä".repeat(1024 * 1024))));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.CANNOT_WRITE));
    granted(backend, write(JOB, none(), "a"));
  }

  private static LedgerWrite full(
      OptionalLong version, String state, String definition, RunEntry... runs) {
    return new LedgerWrite(
        JOB, Optional.empty(), version, state, Optional.of(definition), List.of(runs));
  }
}

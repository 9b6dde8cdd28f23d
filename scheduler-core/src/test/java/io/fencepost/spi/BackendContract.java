package io.fencepost.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import io.fencepost.spi.QueueOutcome.Absent;
import io.fencepost.spi.QueueOutcome.Behind;
import io.fencepost.spi.QueueOutcome.First;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
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
public abstract class BackendContract extends LineContract {
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
    await(session.withdraw(JOB));
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
  void expectedVersionZeroOrBelow_doesNotMeanNone() {
    Backend backend = node();
    for (long version : new long[] {0, -1, Long.MIN_VALUE}) {
      assertRejected(backend, write(JOB, at(version), "x"), Reason.STATE_CHANGED);
    }
    assertThat(read(backend, JOB).state()).isEmpty();
  }

  @Test
  void runRecordThatExists_isNotWrittenOver() {
    Backend backend = node();
    Granted first = granted(backend, write(JOB, none(), "a", new RunEntry(0, "run 0")));
    assertRejected(
        backend,
        write(JOB, at(first.version()), "x", new RunEntry(0, "another")),
        Reason.CONDITION_FAILED);
    assertThat(runs(backend, JOB)).containsExactly(new RunEntry(0, "run 0"));
    assertThat(state(backend, JOB).json()).isEqualTo("a");
  }

  @Test
  void finish_needsNoCandidate() {
    Backend backend = node();
    Session session = enrol(backend, "n1");
    Candidate candidate = stand(session, JOB, A);
    Granted claim = granted(backend, claim(candidate, none(), "claim"));
    await(session.withdraw(JOB));
    granted(backend, write(JOB, at(claim.version()), "finished", new RunEntry(0, "succeeded")));
    assertThat(runs(backend, JOB)).containsExactly(new RunEntry(0, "succeeded"));
  }

  @Test
  void write_ofATermThatIsOver_isRejected_evenAtTheVersionOfTheNext() {
    Backend backend = node();
    Candidate candidate = stand(enrol(backend, "n1"), JOB, A);
    Granted first = granted(backend, write(JOB, A, true, none(), "a", new RunEntry(0, "r0")));
    Granted claim = granted(backend, write(JOB, A, false, at(first.version()), "claim of a"));
    Granted next = granted(backend, write(JOB, B, true, at(claim.version()), "claim of b"));
    assertRejected(
        backend,
        write(JOB, A, false, at(next.version()), "finish of a", new RunEntry(1, "r1")),
        Reason.STATE_CHANGED);
    assertRejected(
        backend,
        new LedgerWrite(
            JOB,
            Optional.of(candidate),
            A,
            false,
            at(next.version()),
            "x",
            Optional.empty(),
            List.of()),
        Reason.STATE_CHANGED);
    await(backend.trimRuns(JOB, A, 1));
    assertThat(state(backend, JOB).json()).isEqualTo("claim of b");
    assertThat(runs(backend, JOB)).containsExactly(new RunEntry(0, "r0"));
    granted(backend, write(JOB, B, false, at(next.version()), "finish of b"));
  }

  @Test
  void office_canBeTakenAgain_byTheSameTermToo() {
    Backend backend = node();
    Granted first = granted(backend, write(JOB, A, true, none(), "a"));
    Granted again = granted(backend, write(JOB, A, true, at(first.version()), "b"));
    Granted other = granted(backend, write(JOB, B, true, at(again.version()), "c"));
    granted(backend, write(JOB, A, true, at(other.version()), "d"));
    assertThat(state(backend, JOB).json()).isEqualTo("d");
  }

  @Test
  void firstWrite_withoutTakingOffice_isRejected() {
    Backend backend = node();
    assertRejected(backend, write(JOB, A, false, none(), "x"), Reason.STATE_CHANGED);
    assertThat(read(backend, JOB).state()).isEmpty();
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
    await(backend.trimRuns(JOB, TERM, 5));
    RunEntry[] records =
        LongStream.range(0, 10).mapToObj(i -> new RunEntry(i, "r" + i)).toArray(RunEntry[]::new);
    Granted first = granted(backend, write(JOB, none(), "a", records));
    await(backend.trimRuns(JOB, TERM, 7));
    await(backend.trimRuns(JOB, TERM, 7));
    assertThat(runs(backend, JOB)).extracting(RunEntry::number).containsExactly(7L, 8L, 9L);
    CompletionStage<Void> trim = backend.trimRuns(JOB, TERM, 10);
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
        JOB,
        Optional.empty(),
        TERM,
        version.isEmpty(),
        version,
        state,
        Optional.of(definition),
        List.of(runs));
  }
}

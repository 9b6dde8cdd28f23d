package io.fencepost.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import io.fencepost.JobName;
import io.fencepost.spi.QueueOutcome.Absent;
import io.fencepost.spi.QueueOutcome.Behind;
import io.fencepost.spi.QueueOutcome.First;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Standing, looking and withdrawing. */
abstract class LineContract extends SessionContract {
  @Test
  void candidates_standInTheOrderTheyCame() {
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), new RecordedHints());
    Session n3 = enrol(node(), info("n3", 3), new RecordedHints());
    Candidate c = stand(n1, JOB, C);
    Candidate b = stand(n2, JOB, B);
    Candidate a = stand(n3, JOB, A);
    assertThat(List.of(c.order(), b.order(), a.order())).isSorted().doesNotHaveDuplicates();
    assertThat(await(n1.look(c))).isEqualTo(new First());
    assertThat(await(n2.look(b))).isEqualTo(new Behind(c.path()));
    assertThat(await(n3.look(a))).isEqualTo(new Behind(b.path()));
  }

  @Test
  void standingAgainWithTheSameGuid_leavesOneCandidate() {
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), new RecordedHints());
    Candidate candidate = stand(n1, JOB, A);
    assertThat(stand(n1, JOB, A)).isEqualTo(candidate);
    assertThat(candidate.guid()).isEqualTo(A);
    assertThat(candidate.job()).isEqualTo(JOB);
    Candidate next = stand(n2, JOB, B);
    assertThat(await(n2.look(next))).isEqualTo(new Behind(candidate.path()));
    await(n1.withdraw(JOB));
    assertThat(await(n2.look(next))).isEqualTo(new First());
  }

  @Test
  void look_leavesOneCandidateOfTheSession() {
    // A request to stand that arrives after its candidacy is over leaves a candidate behind, which
    // would keep everybody waiting as long as the session lives.
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), new RecordedHints());
    Candidate left = stand(n1, JOB, A);
    Candidate between = stand(n2, JOB, B);
    Candidate mine = stand(n1, JOB, C);
    QueueOutcome place = await(n1.look(mine));
    assertThat(await(n2.look(between)))
        .isEqualTo(place instanceof First ? new Behind(mine.path()) : new First());
    assertThat(await(n1.look(left))).isIn(new Absent(), place);
  }

  @Test
  void withdraw_leavesNothingOfTheSession() {
    Session n1 = enrol(node(), info("n1", 1), new RecordedHints());
    Session n2 = enrol(node(), info("n2", 2), new RecordedHints());
    stand(n1, JOB, A);
    stand(n1, JOB, B);
    Candidate next = stand(n2, JOB, C);
    assertThat(await(n1.withdraw(JOB))).isEqualTo(new WithdrawOutcome.Done());
    assertThat(await(n2.look(next))).isEqualTo(new First());
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
    assertThat(await(n1.withdraw(JOB))).isEqualTo(new WithdrawOutcome.Done());
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
    assertThat(await(session.withdraw(JOB))).isEqualTo(new WithdrawOutcome.Done());
    assertThat(await(session.withdraw(JOB))).isEqualTo(new WithdrawOutcome.Done());
    assertThat(await(session.look(candidate))).isEqualTo(new Absent());
    assertThat(stand(session, JOB, B).order()).isGreaterThan(candidate.order());
  }
}

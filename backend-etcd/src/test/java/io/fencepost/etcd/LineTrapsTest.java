package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.options.PutOption;
import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.time.Ticker;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What is known to go wrong with etcd and its clients: candidates and watches. */
class LineTrapsTest extends ServerTest {
  @Test
  void leaseThatExpiredInTheQueue_isNotElected() {
    Session first = enrol(direct(), "n1", LONG_LEASE);
    Session second = enrol(direct(), "n2", LONG_LEASE);
    stand(first, A);
    Candidate queued = stand(second, B);
    reply(raw.getLeaseClient().revoke(leaseOf(second)));
    reply(first.withdraw(JOB));
    assertThat(reply(second.look(queued))).isEqualTo(new QueueOutcome.Absent());
  }

  @Test
  void listThatLacksMyCandidate_isNotBelieved() {
    Session session = enrol(direct(), "n1", LONG_LEASE);
    Candidate mine = stand(session, A);
    Candidate later = new Candidate(JOB, A, mine.path(), mine.order() + 1);
    assertThat(reply(session.look(later))).isEqualTo(new QueueOutcome.Absent());
    assertThat(reply(session.look(mine))).isEqualTo(new QueueOutcome.First());
  }

  @Test
  void lateRequestToStand_isTakenOverByTheNextCandidacy() {
    Session session = enrol(direct(), "n1", LONG_LEASE);
    Candidate before = stand(session, A);
    reply(session.withdraw(JOB));
    putLate(session, A);
    Candidate after = stand(session, B);
    assertThat(after.guid()).isEqualTo(B);
    assertThat(after.order()).isGreaterThan(before.order());
    assertThat(stored(keys.election(JOB))).hasSize(1);
    assertThat(reply(session.look(after))).isEqualTo(new QueueOutcome.First());
  }

  @Test
  void lateRequestToStand_isTakenOutByWithdrawing() {
    Session session = enrol(direct(), "n1", LONG_LEASE);
    stand(session, A);
    reply(session.withdraw(JOB));
    putLate(session, A);
    reply(session.withdraw(JOB));
    assertThat(stored(keys.election(JOB))).isEmpty();
  }

  @Test
  void lostReplyOfACandidacy_leavesOneCandidate() {
    Session session = enrol(proxied(), "n1", LONG_LEASE);
    proxy.swallowReplies();
    assertThat(reply(session.stand(JOB, A))).isInstanceOf(StandOutcome.Unknown.class);
    proxy.heal();
    await()
        .atMost(PATIENCE)
        .until(() -> reply(session.stand(JOB, A)) instanceof StandOutcome.Standing);
    assertThat(stored(keys.election(JOB)))
        .singleElement()
        .satisfies(
            kv -> {
              assertThat(kv.getLease()).isEqualTo(leaseOf(session));
              assertThat(kv.getCreateRevision()).isEqualTo(stand(session, A).order());
              assertThat(Keys.text(kv.getValue())).isEqualTo(A);
            });
  }

  @Test
  void watchThatBroke_isAHintToLookAgain_thoughNothingWasHeard() {
    RecordedHints hints = new RecordedHints();
    Session before = enrol(direct(), "n1", LONG_LEASE);
    Session session = enrol(proxied(), "n2", LONG_LEASE, hints);
    stand(before, A);
    Candidate second = stand(session, B);
    reply(session.look(second));
    reply(session.renew(HEARTBEAT));
    proxy.hangUp();
    hints.await("queueChanged settlement", PATIENCE);
  }

  @Test
  void changeWhileTheWatchIsCutOff_isSeenByLookingAgain() {
    RecordedHints hints = new RecordedHints();
    Session before = enrol(direct(), "n1", LONG_LEASE);
    Session session = enrol(proxied(), "n2", LONG_LEASE, hints);
    stand(before, A);
    Candidate second = stand(session, B);
    reply(session.look(second));
    proxy.swallowAll();
    reply(before.withdraw(JOB));
    proxy.heal();
    hints.await("queueChanged settlement", PATIENCE);
    await()
        .atMost(PATIENCE)
        .until(() -> reply(session.look(second)).equals(new QueueOutcome.First()));
  }

  @Test
  void changeBetweenTheListAndItsWatch_isNotLost() throws Exception {
    Session before = enrol(direct(), "n1", LONG_LEASE);
    Candidate first = stand(before, A);
    reply(before.withdraw(JOB));
    Connection connection =
        new Connection(
            SettingsTest.parse("endpoints = \"" + server.endpoint() + "\""), Ticker.system());
    opened(connection::close);
    CountDownLatch changed = new CountDownLatch(1);
    connection.watch(first.path(), first.order() + 1, changed::countDown);
    await().atMost(PATIENCE).until(() -> changed.getCount() == 0);
  }

  @Test
  void lookingAgain_leavesOneWatch() {
    RecordedHints hints = new RecordedHints();
    Session before = enrol(direct(), "n1", LONG_LEASE);
    Session session = enrol(direct(), "n2", LONG_LEASE, hints);
    Candidate first = stand(before, A);
    Candidate second = stand(session, B);
    for (int i = 0; i < 5; i++) {
      assertThat(reply(session.look(second))).isEqualTo(new QueueOutcome.Behind(first.path()));
    }
    reply(before.withdraw(JOB));
    hints.await("queueChanged settlement", PATIENCE);
    for (int i = 0; i < 5; i++) {
      reply(session.renew(HEARTBEAT));
    }
    assertThat(hints.seen()).isEmpty();
  }

  @Test
  void hintThatBlocks_doesNotStallRenewals() {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    Backend node = direct();
    Session before = enrol(direct(), "n1", LONG_LEASE);
    Session session = enrol(node, "n2", LONG_LEASE, new Blocking(blocked, release));
    try {
      stand(before, A);
      reply(session.look(stand(session, B)));
      reply(before.withdraw(JOB));
      await().atMost(PATIENCE).until(() -> blocked.getCount() == 0);
      assertThat(reply(session.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Renewed.class);
      assertThat(reply(session.look(stand(session, B)))).isEqualTo(new QueueOutcome.First());
    } finally {
      release.countDown();
    }
  }

  private record Blocking(CountDownLatch blocked, CountDownLatch release) implements SessionHints {
    @Override
    public void queueChanged(JobKey job) {
      blocked.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void reconnected() {}

    @Override
    public void ended(String why) {}
  }

  /** As a request whose reply was lost does when it arrives at last. */
  private void putLate(Session session, String guid) {
    reply(
        raw.getKVClient()
            .put(
                Keys.bytes(keys.candidate(JOB, leaseOf(session))),
                Keys.bytes(guid),
                PutOption.builder().withLeaseId(leaseOf(session)).build()));
  }
}

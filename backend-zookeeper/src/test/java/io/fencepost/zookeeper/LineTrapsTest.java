package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fencepost.JobKey;
import io.fencepost.JobName;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.Test;

/** What is known to go wrong with ZooKeeper and its clients: candidates and watches. */
class LineTrapsTest extends ServerTest {
  @Test
  void candidateOfASessionThatIsClosing_isNotAdopted() {
    Backend node = direct();
    Session old = enrol(node, "n1", LEASE);
    Candidate before = stand(old, A);
    Session fresh = enrol(node, "n1", LEASE.multipliedBy(5));
    // As after a lost reply: the guid is known, and a znode with it is in line.
    Candidate mine = stand(fresh, A);
    assertThat(stand(fresh, A)).isEqualTo(mine);
    assertThat(mine.path()).isNotEqualTo(before.path());
    assertThat(reply(fresh.look(mine))).isEqualTo(new QueueOutcome.Behind(before.path()));
  }

  @Test
  void lineThatRanEmpty_keepsCounting_asItsParentIsNoContainer() throws Exception {
    Session session = enrol(direct(), "n1", LEASE.multipliedBy(5));
    Candidate first = stand(session, A);
    reply(session.withdraw(JOB));
    assertThat(server.containers()).isEmpty();
    assertThat(stand(session, B).order()).isGreaterThan(first.order());
  }

  @Test
  void lostReplyOfACandidacy_leavesOneCandidate() throws Exception {
    Backend node = proxied();
    Session session = enrol(node, "n1", Duration.ofSeconds(6));
    stand(session, B);
    reply(session.withdraw(JOB));
    proxy.swallowReplies();
    assertThat(reply(session.stand(JOB, A))).isInstanceOf(StandOutcome.Unknown.class);
    proxy.heal();
    await()
        .atMost(PATIENCE)
        .until(() -> reply(session.stand(JOB, A)) instanceof StandOutcome.Standing);
    Candidate candidate = stand(session, A);
    assertThat(raw.getChildren(paths.election(JOB), false)).hasSize(1);
    assertThat(stat(candidate.path()).getEphemeralOwner()).isEqualTo(Long.decode(session.id()));
  }

  @Test
  void secondCandidacyUnderOneGuid_isDeleted_beforeItBlocksTheLine() throws Exception {
    Session session = enrol(direct(), "n1", LEASE.multipliedBy(5));
    Connection connection = ((ZooKeeperSession) session).connection();
    stand(session, B);
    reply(session.withdraw(JOB));
    reply(ghost(connection));
    Candidate mine = stand(session, A);
    reply(ghost(connection));
    assertThat(raw.getChildren(paths.election(JOB), false)).hasSize(3);
    assertThat(reply(session.look(mine))).isEqualTo(new QueueOutcome.First());
    assertThat(raw.getChildren(paths.election(JOB), false)).hasSize(1);
  }

  @Test
  void candidatesThatTogetherCouldBreakTheEnsemble_areNotPutInLine() {
    Backend node =
        opened(Backends.connect(server.address(), namespace, "max-candidate-size = 220 B"));
    Session session = enrol(node, "n1", LEASE.multipliedBy(5));
    JobKey other = new JobKey(new JobName("settlement"), 1);
    reply(session.stand(JOB, A));
    reply(session.stand(other, A));
    assertThat(reply(session.stand(JOB, B)))
        .isInstanceOfSatisfying(
            StandOutcome.Unknown.class,
            unknown -> assertThat(unknown.cause()).contains("max-candidate-size"));
    reply(session.withdraw(other));
    stand(session, B);
  }

  @Test
  void lookingAgain_leavesOneWatch() {
    RecordedHints hints = new RecordedHints();
    Session before = enrol(direct(), "n1", LEASE.multipliedBy(5));
    Session session = enrol(direct(), "n2", LEASE.multipliedBy(5), hints);
    Candidate first = stand(before, A);
    Candidate second = stand(session, B);
    for (int i = 0; i < 5; i++) {
      assertThat(reply(session.look(second))).isEqualTo(new QueueOutcome.Behind(first.path()));
    }
    reply(before.withdraw(JOB));
    reply(session.renew(HEARTBEAT));
    assertThat(hints.seen()).containsExactly("queueChanged settlement");
  }

  private CompletionStage<?> ghost(Connection connection) {
    return connection.create(
        paths.election(JOB) + "/" + A + "-", new byte[0], CreateMode.EPHEMERAL_SEQUENTIAL);
  }
}

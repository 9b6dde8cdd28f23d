package io.fencepost.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome.Unknown;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is known to go wrong with ZooKeeper and its clients: leases and registrations. */
class SessionTrapsTest extends ServerTest {
  @Test
  void lease_isTheNegotiatedTimeout_notTheOneAskedFor() {
    Session session = enrol(direct(), "n1", Duration.ofMillis(Server.TICK_MILLIS));
    assertThat(session.lease()).isEqualTo(Duration.ofMillis(2 * Server.TICK_MILLIS));
    assertThat(session.grain()).isEqualTo(Duration.ofMillis(Server.TICK_MILLIS));
  }

  @Test
  void renewal_isAWriteThatTellsTheServersTime() throws Exception {
    Session session = enrol(direct(), "n1", LEASE);
    long zxid = server.lastZxid();
    RenewOutcome.Renewed renewed = (RenewOutcome.Renewed) reply(session.renew(HEARTBEAT));
    String registration = registrations().get(0);
    assertThat(renewed.backendTime()).contains(Instant.ofEpochMilli(stat(registration).getMtime()));
    assertThat(stat(registration).getMzxid()).isGreaterThan(zxid);
    assertThat(new String(raw.getData(registration, false, null), UTF_8))
        .contains("\"node\":\"n1\"", "\"heartbeat\":\"2026-08-16T02:00:00Z\"");
  }

  @Test
  void nodeThatIsCutOff_losesItsCandidateByExpiry_andHearsOfItLater() {
    RecordedHints cutHints = new RecordedHints();
    RecordedHints nextHints = new RecordedHints();
    Session cut = enrol(proxied(), "n1", LEASE, cutHints);
    Session next = enrol(direct(), "n2", Duration.ofSeconds(6), nextHints);
    Candidate first = stand(cut, A);
    Candidate second = stand(next, B);
    assertThat(reply(next.look(second))).isEqualTo(new QueueOutcome.Behind(first.path()));
    proxy.swallowAll();
    assertThat(reply(cut.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Unknown.class);
    nextHints.await("queueChanged settlement", PATIENCE);
    assertThat(reply(next.look(second))).isEqualTo(new QueueOutcome.First());
    proxy.heal();
    cutHints.await("ended", PATIENCE);
    assertThat(reply(cut.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Ended.class);
    assertThat(reply(cut.stand(JOB, A))).isInstanceOf(StandOutcome.SessionEnded.class);
  }

  @Test
  void callThatIsNotAnswered_isUnknownAtItsDeadline_beforeTheClientNotices() {
    Session session = enrol(proxied(), "n1", Duration.ofSeconds(6));
    proxy.swallowAll();
    long before = Ticker.system().nanos();
    assertThat(reply(session.renew(HEARTBEAT)))
        .isEqualTo(
            new RenewOutcome.Unknown("REQUESTTIMEOUT while renewing session " + session.id()));
    assertThat(Duration.ofNanos(Ticker.system().nanos() - before))
        .isBetween(Duration.ofMillis(390), Duration.ofSeconds(3));
  }

  @Test
  void closingASessionThatIsCutOff_returnsAtOnce() {
    Session cut = enrol(proxied(), "n1", Duration.ofSeconds(6));
    proxy.swallowAll();
    long before = Ticker.system().nanos();
    cut.close();
    assertThat(Duration.ofNanos(Ticker.system().nanos() - before))
        .isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void restartedServer_isReconnectedTo_inTheSameSession() {
    RecordedHints hints = new RecordedHints();
    Session session = enrol(direct(), "n1", Duration.ofSeconds(6), hints);
    Candidate candidate = stand(session, A);
    server.restart();
    hints.await("reconnected", PATIENCE);
    await()
        .atMost(PATIENCE)
        .until(() -> reply(session.renew(HEARTBEAT)) instanceof RenewOutcome.Renewed);
    assertThat(reply(session.look(candidate))).isEqualTo(new QueueOutcome.First());
  }

  @Test
  void closedNode_leavesNothingDurableBehind() throws Exception {
    Backend node = direct();
    stand(enrol(node, "n1", LEASE), A);
    assertThat(registrations()).hasSize(1);
    node.close();
    assertThat(registrations()).isEmpty();
    assertThat(raw.getChildren(paths.election(JOB), false)).isEmpty();
  }

  @Test
  void noServer_isSaidInWords_afterTheConnectionTimeout() {
    proxy.swallowAll();
    Backend node =
        opened(Backends.connect(proxy.address(), namespace, "connection-timeout = 500 ms"));
    assertThat(reply(node.enrol(info("n1"), LEASE, new RecordedHints())))
        .isInstanceOfSatisfying(
            EnrolOutcome.Failed.class,
            failed -> {
              assertThat(failed.waitingCanHelp()).isTrue();
              assertThat(failed.cause())
                  .contains(
                      "no ZooKeeper server of " + proxy.address(),
                      "500 ms",
                      "OPERATIONTIMEOUT",
                      "check");
            });
  }

  @Test
  void closedBackend_answersWithoutAServer() {
    Backend node = direct();
    node.close();
    assertThat(reply(node.write(write(OptionalLong.empty(), "a")))).isInstanceOf(Unknown.class);
    assertThat(reply(node.read(JOB))).isInstanceOf(ReadOutcome.Failed.class);
    assertThat(reply(node.enrol(info("n1"), LEASE, new RecordedHints())))
        .isInstanceOf(EnrolOutcome.Failed.class);
  }
}

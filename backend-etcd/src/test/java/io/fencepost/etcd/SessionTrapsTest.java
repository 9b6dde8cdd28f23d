package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.KeyValue;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.Proxy;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome.Unknown;
import io.fencepost.time.Ticker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is known to go wrong with etcd and its clients: leases and registrations. */
class SessionTrapsTest extends ServerTest {
  private static final Pattern LEASE_ID = Pattern.compile("\"ID\":\"(\\d+)\"");

  @Test
  void lease_isTheGrantedTtl_notTheOneAskedFor() {
    Session shortest = enrol(direct(), "n1", Duration.ofMillis(300));
    assertThat(shortest.lease()).isEqualTo(Duration.ofSeconds(2));
    assertThat(shortest.grain()).isEqualTo(Duration.ofMillis(500));
    assertThat(enrol(direct(), "n2", Duration.ofMillis(3100)).lease())
        .isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void lease_isNotRenewedBehindTheEnginesBack() {
    Session session = enrol(direct(), "n1", LEASE);
    reply(session.renew(HEARTBEAT));
    await().atMost(PATIENCE).until(() -> stored(keys.nodes()).isEmpty());
    assertThat(reply(session.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Ended.class);
  }

  @Test
  void renewal_keepsTheLease_andStoresTheHeartbeatOnIt() {
    Session session = enrol(direct(), "n1", LEASE);
    long start = Ticker.system().nanos();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                reply(session.renew(HEARTBEAT)) instanceof RenewOutcome.Renewed
                    && since(start).compareTo(LEASE.multipliedBy(2)) > 0);
    assertThat(stored(keys.nodes()))
        .singleElement()
        .satisfies(
            kv -> {
              assertThat(kv.getLease()).isEqualTo(leaseOf(session));
              assertThat(Keys.text(kv.getValue()))
                  .contains("\"node\":\"n1\"", "\"heartbeat\":\"2026-08-16T02:00:00Z\"");
            });
  }

  @Test
  void renewalOfALeaseThatIsBeingRevoked_isNotBelieved() {
    // etcd#14758: acknowledged, while the keys are going already.
    Session session = enrol(direct(), "n1", LONG_LEASE);
    reply(raw.getKVClient().delete(stored(keys.nodes()).get(0).getKey()));
    assertThat(reply(raw.getLeaseClient().keepAliveOnce(leaseOf(session))).getTTL()).isPositive();
    assertThat(reply(session.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Ended.class);
    assertThat(stored(keys.nodes())).isEmpty();
  }

  @Test
  void renewalAcrossAnElection_isUnknown() {
    Session session = enrol(direct(), "n1", LONG_LEASE);
    KeyValue registration = stored(keys.nodes()).get(0);
    Connection connection = connection();
    Renewal renewal =
        new Renewal(
            connection,
            keys,
            info("n1"),
            new Registration(
                leaseOf(session),
                LONG_LEASE,
                Keys.text(registration.getKey()),
                registration.getCreateRevision()));
    long term = reply(raw.getKVClient().get(registration.getKey())).getHeader().getRaftTerm();
    assertThat(reply(renewal.confirm(term, HEARTBEAT)).value())
        .isInstanceOf(RenewOutcome.Renewed.class);
    assertThat(reply(renewal.confirm(term - 1, HEARTBEAT)).value())
        .isInstanceOf(RenewOutcome.Unknown.class);
  }

  @Test
  void nodeThatIsCutOff_losesItsCandidateByExpiry_andHearsOfItLater() {
    RecordedHints nextHints = new RecordedHints();
    Session cut = enrol(proxied(), "n1", LEASE);
    Session next = enrol(direct(), "n2", LONG_LEASE, nextHints);
    Candidate first = stand(cut, A);
    Candidate second = stand(next, B);
    assertThat(reply(next.look(second))).isEqualTo(new QueueOutcome.Behind(first.path()));
    proxy.swallowAll();
    assertThat(reply(cut.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Unknown.class);
    nextHints.await("queueChanged settlement", PATIENCE);
    assertThat(reply(next.look(second))).isEqualTo(new QueueOutcome.First());
    proxy.heal();
    await().atMost(PATIENCE).until(() -> reply(cut.renew(HEARTBEAT)) instanceof RenewOutcome.Ended);
    assertThat(reply(cut.stand(JOB, A))).isInstanceOf(StandOutcome.SessionEnded.class);
  }

  @Test
  void everyCallHasADeadline() {
    Backend node = proxied();
    Session session = enrol(node, "n1", LONG_LEASE);
    Candidate candidate = stand(session, A);
    proxy.swallowAll();
    assertThat(inTime(session.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Unknown.class);
    assertThat(inTime(session.stand(JOB, A))).isInstanceOf(StandOutcome.Unknown.class);
    assertThat(inTime(session.look(candidate))).isInstanceOf(QueueOutcome.Unknown.class);
    assertThat(inTime(session.withdraw(JOB))).isInstanceOf(WithdrawOutcome.Unknown.class);
    assertThat(inTime(node.write(write(OptionalLong.empty(), "a")))).isInstanceOf(Unknown.class);
    assertThat(inTime(node.read(JOB))).isInstanceOf(ReadOutcome.Failed.class);
    assertThat(inTime(node.runs(JOB))).isInstanceOf(RunsOutcome.Failed.class);
    inTime(node.trimRuns(JOB, TERM, 1));
  }

  private static <T> T inTime(CompletionStage<T> call) {
    long before = Ticker.system().nanos();
    T outcome = reply(call);
    assertThat(since(before)).isLessThan(Duration.ofSeconds(3));
    return outcome;
  }

  @Test
  void clientThatHearsNothing_isReplaced_soThatTheNextMemberIsTried() {
    Proxy other = opened(new Proxy(server.port()));
    Backend node =
        opened(
            Backends.connect(
                through(proxy) + "," + through(other), namespace, "request-timeout = 600 ms"));
    RecordedHints hints = new RecordedHints();
    Session session = enrol(node, "n1", LONG_LEASE, hints);
    // Whichever it uses, one of the two cuts hits it.
    for (Proxy cut : List.of(proxy, other)) {
      cut.swallowAll();
      await()
          .atMost(Duration.ofSeconds(4))
          .until(() -> reply(session.renew(HEARTBEAT)) instanceof RenewOutcome.Renewed);
      cut.heal();
    }
    hints.await("reconnected", PATIENCE);
  }

  @Test
  void closingASessionThatIsCutOff_returnsAtOnce() {
    Session cut = enrol(proxied(), "n1", LONG_LEASE);
    proxy.swallowAll();
    long before = Ticker.system().nanos();
    cut.close();
    assertThat(since(before)).isLessThan(Duration.ofMillis(500));
  }

  @Test
  void restartedServer_isReconnectedTo_inTheSameSession() {
    RecordedHints hints = new RecordedHints();
    Session session = enrol(direct(), "n1", LONG_LEASE, hints);
    Candidate candidate = stand(session, A);
    server.kill();
    assertThat(reply(session.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Unknown.class);
    server.startAgain();
    hints.await("reconnected", renewing(session));
    assertThat(reply(session.look(candidate))).isEqualTo(new QueueOutcome.First());
  }

  private static Duration renewing(Session session) {
    await()
        .atMost(PATIENCE)
        .until(() -> reply(session.renew(HEARTBEAT)) instanceof RenewOutcome.Renewed);
    return PATIENCE;
  }

  @Test
  void closedNode_leavesNothingBehind() throws Exception {
    Backend node = direct();
    Session session = enrol(node, "n1", LONG_LEASE);
    stand(session, A);
    assertThat(stored(keys.root())).hasSize(2);
    node.close();
    assertThat(stored(keys.root())).isEmpty();
    assertThat(leases()).doesNotContain(leaseOf(session));
  }

  @Test
  void nodeThatIsClosedWhileItEnrols_leavesNoLeaseBehind() throws Exception {
    for (int round = 0; round < 5; round++) {
      List<Long> before = leases();
      Backend node = direct();
      CompletionStage<EnrolOutcome> enrolling =
          node.enrol(info("n1"), LONG_LEASE, new RecordedHints());
      node.close();
      assertThat(reply(enrolling)).isInstanceOf(EnrolOutcome.Failed.class);
      assertThat(leases()).isSubsetOf(before);
      assertThat(stored(keys.nodes())).isEmpty();
    }
  }

  @Test
  void refusedNode_leavesNoLeaseBehind() throws Exception {
    enrol(direct(), "n1", LONG_LEASE);
    List<Long> before = leases();
    Backend other = direct();
    assertThat(
            reply(
                other.enrol(
                    new NodeInfo("n1", new UUID(8, 8), "other", 1, "test"),
                    LONG_LEASE,
                    new RecordedHints())))
        .isInstanceOf(EnrolOutcome.NodeIdTaken.class);
    other.close();
    assertThat(leases()).isSubsetOf(before);
  }

  @Test
  void noServer_isSaidInWords_afterTheConnectionTimeout() {
    proxy.swallowAll();
    Backend node =
        opened(
            Backends.connect(
                through(proxy), namespace, "connection-timeout = 1 s, request-timeout = 300 ms"));
    long before = Ticker.system().nanos();
    EnrolOutcome.Failed failed =
        new EnrolOutcome.Failed(
            "no etcd member granted a lease within fencepost.etcd.connection-timeout = 1 s: at "
                + through(proxy)
                + " connections are accepted, but nothing is said: etcd hangs, has had no"
                + " quorum since it started, or it is no etcd",
            true);
    assertThat(reply(node.enrol(info("n1"), LEASE, new RecordedHints()))).isEqualTo(failed);
    assertThat(since(before)).isGreaterThan(Duration.ofMillis(900));
    // The same again, so that it is not taken for news.
    assertThat(reply(node.enrol(info("n1"), LEASE, new RecordedHints()))).isEqualTo(failed);
  }

  @Test
  void silence_isToldOnce_andItsEndOnce() {
    proxy.swallowAll();
    try (Logged ours = Logged.by(Connection.class);
        Logged theirs = Logged.by("io.etcd.jetcd")) {
      Backend node =
          opened(
              Backends.connect(
                  through(proxy), namespace, "connection-timeout = 1 s, request-timeout = 200 ms"));
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThat(reply(node.enrol(info("n1"), LEASE, new RecordedHints())))
            .isInstanceOf(EnrolOutcome.Failed.class);
      }
      assertThat(ours.lines())
          .singleElement()
          .asString()
          .startsWith(
              "INFO no useful answer from etcd for 200 ms (fencepost.etcd.request-timeout)");
      proxy.heal();
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  reply(node.enrol(info("n1"), LEASE, new RecordedHints()))
                      instanceof EnrolOutcome.Enrolled);
      assertThat(ours.lines()).hasSize(2).last().isEqualTo("INFO etcd answers again");
      assertThat(theirs.lines()).isEmpty();
    }
  }

  @Test
  void closedBackend_answersWithoutAServer() {
    Backend node = direct();
    node.close();
    assertThat(reply(node.write(write(OptionalLong.empty(), "a")))).isInstanceOf(Unknown.class);
    assertThat(reply(node.read(JOB))).isInstanceOf(ReadOutcome.Failed.class);
    assertThat(reply(node.enrol(info("n1"), LEASE, new RecordedHints())))
        .isEqualTo(new EnrolOutcome.Failed("the backend is closed", false));
  }

  private Connection connection() {
    Connection connection =
        new Connection(
            SettingsTest.parse("endpoints = \"" + server.endpoint() + "\""), Ticker.system());
    opened(connection::close);
    return connection;
  }

  /** All leases there are, as etcd's HTTP gateway tells. */
  private static List<Long> leases() throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(server.endpoint() + "/v3/lease/leases"))
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return LEASE_ID.matcher(response.body()).results().map(r -> Long.valueOf(r.group(1))).toList();
  }
}

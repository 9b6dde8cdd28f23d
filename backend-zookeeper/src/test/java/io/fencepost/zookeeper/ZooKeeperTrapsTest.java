package io.fencepost.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import io.fencepost.spi.WriteOutcome.Unknown;
import io.fencepost.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.server.EphemeralType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known to go wrong with ZooKeeper and its clients, each on a real server. */
class ZooKeeperTrapsTest {
  private static final JobKey JOB = JobKey.of("settlement");
  private static final Duration LEASE = Duration.ofMillis(1200);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Instant HEARTBEAT = Instant.parse("2026-08-16T02:00:00Z");
  private static final String A = "00000000000000aa";
  private static final String B = "00000000000000bb";

  private static Server server;

  private final String namespace = UUID.randomUUID().toString();
  private final Paths paths = new Paths(namespace);
  private final List<AutoCloseable> opened = new ArrayList<>();
  private Proxy proxy;
  private ZooKeeper raw;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = new Server(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void connectBesides() throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    raw = new ZooKeeper(server.address(), 5_000, event -> connected.countDown());
    assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
    proxy = new Proxy(server.port());
  }

  @AfterEach
  void close() throws Exception {
    proxy.heal();
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
    raw.close();
    proxy.close();
  }

  @Test
  void lease_isTheNegotiatedTimeout_notTheOneAskedFor() {
    Session session = enrol(direct(), "n1", Duration.ofMillis(Server.TICK_MILLIS));
    assertThat(session.lease()).isEqualTo(Duration.ofMillis(2 * Server.TICK_MILLIS));
    assertThat(session.grain()).isEqualTo(Duration.ofMillis(Server.TICK_MILLIS));
  }

  @Test
  void firstClaimsToken_isTheZxidOfItsTransaction() throws Exception {
    Backend node = direct();
    Candidate candidate = stand(enrol(node, "n1", LEASE.multipliedBy(5)), A);
    Granted claim =
        granted(
            node,
            new LedgerWrite(
                JOB,
                Optional.of(candidate),
                OptionalLong.empty(),
                "claim",
                Optional.of("definition"),
                List.of(new RunEntry(0, "run"))));
    assertThat(stat(paths.run(JOB, 0)).getCzxid()).isEqualTo(claim.token());
    assertThat(stat(paths.state(JOB)).getMzxid()).isEqualTo(claim.token());
    assertThat(stat(paths.definition(JOB)).getMzxid()).isEqualTo(claim.token());
  }

  @Test
  void refusedTransactions_useUpZxids_soTokensHaveGaps() {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "a"));
    for (int i = 0; i < 3; i++) {
      assertThat(reply(node.write(write(OptionalLong.empty(), "x")))).isInstanceOf(Rejected.class);
    }
    Granted second = granted(node, write(OptionalLong.of(first.version()), "b"));
    assertThat(second.token()).isGreaterThanOrEqualTo(first.token() + 4);
    assertThat(second.version()).isEqualTo(first.version() + 1);
  }

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
    reply(session.withdraw(first));
    Stat parent = stat(paths.election(JOB));
    assertThat(EphemeralType.get(parent.getEphemeralOwner())).isEqualTo(EphemeralType.VOID);
    assertThat(stand(session, B).order()).isGreaterThan(first.order());
  }

  @Test
  void lostReplyOfAClaim_isUnknown_andItsReissueShowsThatItWasGranted() throws Exception {
    Backend node = proxied();
    Candidate candidate = stand(enrol(node, "n1", Duration.ofSeconds(6)), A);
    LedgerWrite claim =
        new LedgerWrite(
            JOB,
            Optional.of(candidate),
            OptionalLong.empty(),
            "{\"nonce\":\"mine\"}",
            Optional.empty(),
            List.of());
    reply(node.read(JOB));
    proxy.swallowReplies();
    assertThat(reply(node.write(claim))).isInstanceOf(Unknown.class);
    proxy.heal();
    WriteOutcome again = untilDecided(() -> node.write(claim));
    assertThat(again)
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.STATE_CHANGED));
    StoredState state = ((ReadOutcome.Read) reply(node.read(JOB))).state().orElseThrow();
    assertThat(state.json()).isEqualTo("{\"nonce\":\"mine\"}");
    assertThat(state.token()).isEqualTo(stat(paths.state(JOB)).getMzxid());
  }

  @Test
  void lostReplyOfACandidacy_leavesOneCandidate() throws Exception {
    Backend node = proxied();
    Session session = enrol(node, "n1", Duration.ofSeconds(6));
    reply(session.withdraw(stand(session, B)));
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
    reply(session.withdraw(stand(session, B)));
    reply(ghost(connection));
    Candidate mine = stand(session, A);
    reply(ghost(connection));
    assertThat(raw.getChildren(paths.election(JOB), false)).hasSize(3);
    assertThat(reply(session.look(mine))).isEqualTo(new QueueOutcome.First());
    assertThat(raw.getChildren(paths.election(JOB), false)).hasSize(1);
  }

  private CompletionStage<?> ghost(Connection connection) {
    return connection.create(
        paths.election(JOB) + "/" + A + "-", new byte[0], CreateMode.EPHEMERAL_SEQUENTIAL);
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
  void closingASessionThatIsCutOff_returnsAtOnce() {
    Session cut = enrol(proxied(), "n1", Duration.ofSeconds(6));
    proxy.swallowAll();
    long before = Ticker.system().nanos();
    cut.close();
    assertThat(Duration.ofNanos(Ticker.system().nanos() - before))
        .isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void ledger_isReachedWithoutTheSessionThatWasClosed() {
    Backend node = direct();
    enrol(node, "n1", LEASE).close();
    granted(node, write(OptionalLong.empty(), "a"));
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
  void closedNode_leavesNothingDurableBehind() throws Exception {
    Backend node = direct();
    stand(enrol(node, "n1", LEASE), A);
    assertThat(registrations()).hasSize(1);
    node.close();
    assertThat(registrations()).isEmpty();
    assertThat(raw.getChildren(paths.election(JOB), false)).isEmpty();
  }

  @Test
  void missingPermission_isARefusal_notAnUnknown() throws Exception {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "a"));
    raw.setACL(paths.state(JOB), ZooDefs.Ids.READ_ACL_UNSAFE, -1);
    assertThat(reply(node.write(write(OptionalLong.of(first.version()), "b"))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.CANNOT_WRITE));
  }

  @Test
  void expectedVersionMinusOne_doesNotMeanAny() {
    Backend node = direct();
    granted(node, write(OptionalLong.empty(), "a"));
    for (long version : new long[] {-1, 0, 1L << 32}) {
      assertThat(reply(node.write(write(OptionalLong.of(version), "x"))))
          .isInstanceOf(Rejected.class);
    }
  }

  @Test
  void deletedParents_areMadeAgain() throws Exception {
    Backend node = direct();
    Granted first = granted(node, write(OptionalLong.empty(), "a"));
    for (String znode : List.of("requests", "definition", "state", "runs", "election")) {
      raw.delete(paths.job(JOB) + "/" + znode, -1);
    }
    assertThat(reply(node.write(write(OptionalLong.of(first.version()), "b"))))
        .isNotInstanceOf(Granted.class);
    granted(node, write(OptionalLong.empty(), "c"));
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
                      " ms (OPERATIONTIMEOUT)",
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

  @Test
  void candidatesThatTogetherCouldBreakTheEnsemble_areNotPutInLine() {
    Backend node =
        opened(Backends.connect(server.address(), namespace, "max-candidate-size = 220 B"));
    Session session = enrol(node, "n1", LEASE.multipliedBy(5));
    Candidate first = stand(session, A);
    stand(session, B);
    assertThat(reply(session.stand(JOB, "00000000000000cc")))
        .isInstanceOfSatisfying(
            StandOutcome.Unknown.class,
            unknown -> assertThat(unknown.cause()).contains("max-candidate-size"));
    reply(session.withdraw(first));
    stand(session, "00000000000000cc");
  }

  @Test
  void lookingAgain_leavesOneWatch() throws Exception {
    Session session = enrol(direct(), "n1", LEASE.multipliedBy(5));
    Candidate first = stand(session, A);
    Candidate second = stand(session, B);
    for (int i = 0; i < 5; i++) {
      assertThat(reply(session.look(second))).isEqualTo(new QueueOutcome.Behind(first.path()));
    }
    assertThat(server.watches()).isEqualTo(1);
  }

  private List<String> registrations() throws Exception {
    return raw.getChildren(paths.nodes(), false).stream()
        .map(child -> paths.nodes() + "/" + child)
        .toList();
  }

  private Stat stat(String path) throws Exception {
    Stat stat = raw.exists(path, (Watcher) null);
    assertThat(stat).as(path).isNotNull();
    return stat;
  }

  private Backend direct() {
    return opened(Backends.connect(server.address(), namespace));
  }

  private Backend proxied() {
    return opened(Backends.connect(proxy.address(), namespace, "request-timeout = 400 ms"));
  }

  private Backend opened(Backend backend) {
    opened.add(backend);
    return backend;
  }

  private static NodeInfo info(String id) {
    return new NodeInfo(id, new UUID(7, id.hashCode()), "host", 4711, "test");
  }

  private static Session enrol(Backend node, String id, Duration lease) {
    return enrol(node, id, lease, new RecordedHints());
  }

  private static Session enrol(Backend node, String id, Duration lease, RecordedHints hints) {
    EnrolOutcome outcome = reply(node.enrol(info(id), lease, hints));
    assertThat(outcome).isInstanceOf(EnrolOutcome.Enrolled.class);
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  private static Candidate stand(Session session, String guid) {
    StandOutcome outcome = reply(session.stand(JOB, guid));
    assertThat(outcome).isInstanceOf(StandOutcome.Standing.class);
    return ((StandOutcome.Standing) outcome).candidate();
  }

  private static LedgerWrite write(OptionalLong version, String state) {
    return new LedgerWrite(JOB, Optional.empty(), version, state, Optional.empty(), List.of());
  }

  private static Granted granted(Backend node, LedgerWrite write) {
    WriteOutcome outcome = reply(node.write(write));
    assertThat(outcome).isInstanceOf(Granted.class);
    return (Granted) outcome;
  }

  private static WriteOutcome untilDecided(Supplier<CompletionStage<WriteOutcome>> write) {
    return await()
        .atMost(PATIENCE)
        .until(() -> reply(write.get()), outcome -> !(outcome instanceof Unknown));
  }

  private static <T> T reply(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      throw new AssertionError("no reply", e);
    }
  }
}

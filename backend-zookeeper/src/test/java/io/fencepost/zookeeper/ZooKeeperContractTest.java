package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendContract;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.Session;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The contract on a real server, and the traps of ZooKeeper that the adapter must not fall into.
 */
class ZooKeeperContractTest extends BackendContract {
  private static TestingServer server;

  private final String namespace = "test-" + UUID.randomUUID();
  private final Paths paths = Paths.of(namespace);

  @BeforeAll
  static void startServer() throws Exception {
    server = new TestingServer(new InstanceSpec(null, -1, -1, -1, true, -1, 200, 1000), true);
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  private static ZooKeeperSettings settings(String connect) {
    return new ZooKeeperSettings(
        connect, Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofMillis(200));
  }

  @Override
  protected Backend connect() {
    return new ZooKeeperBackend(namespace, settings(server.getConnectString()));
  }

  @Override
  protected void eventually(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(20)).until(condition);
  }

  /**
   * As a server does: by closing the session from another connection that presents its id and
   * password.
   */
  @Override
  protected void expire(Session session) {
    ZooKeeper victim = ((ZooKeeperSession) session).handle();
    try {
      ZooKeeper twin =
          new ZooKeeper(
              server.getConnectString(),
              10_000,
              event -> {},
              victim.getSessionId(),
              victim.getSessionPasswd());
      await().until(() -> twin.getState().isConnected());
      twin.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static ZooKeeper raw() throws Exception {
    ZooKeeper raw = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
    await().until(() -> raw.getState().isConnected());
    return raw;
  }

  @Test
  void enrol_withoutAnyServer_saysWhatWasTried() {
    Backend nowhere =
        new ZooKeeperBackend(
            namespace,
            new ZooKeeperSettings(
                "127.0.0.1:1", Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ZERO));

    EnrolOutcome outcome = get(nowhere.enrol(node("n1"), LEASE, new Hints()));

    assertThat(outcome).isInstanceOf(EnrolOutcome.Failed.class);
    assertThat(((EnrolOutcome.Failed) outcome).cause())
        .contains("127.0.0.1:1", "PT0.3S", "fencepost.zookeeper.connect");
    assertThat(((EnrolOutcome.Failed) outcome).waitingCanHelp()).isTrue();
    nowhere.close();
  }

  @Test
  void sequenceThatRestarts_isNotAToken() throws Exception {
    // The parent vanishes and comes back, so candidates count from 0 again; tokens go on rising.
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate first = stand(session, "00000000000000aa");
    WriteOutcome.Granted one =
        granted(get(backend.write(write(Optional.of(first), OptionalLong.empty(), "one"))));
    get(session.withdraw(first));
    ZooKeeper raw = raw();
    raw.delete(paths.election(JOB), -1);
    raw.create(
        paths.election(JOB), new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    raw.close();

    Candidate second = stand(session, "00000000000000bb");
    WriteOutcome.Granted two =
        granted(
            get(backend.write(write(Optional.of(second), OptionalLong.of(one.version()), "two"))));

    assertThat(second.order()).isEqualTo(first.order());
    assertThat(two.token()).isGreaterThan(one.token());
  }

  @Test
  void look_removesTheGhostOfARequestWhoseReplyWasLost() throws Exception {
    Session session = enrol(open(), node("n1"), new Hints());
    Candidate ghost = stand(session, "00000000000000aa");
    Candidate mine = rawCandidate("00000000000000aa");

    assertThat(get(session.look(mine))).isInstanceOf(io.fencepost.spi.QueueOutcome.First.class);

    eventually(() -> get(session.look(ghost)) instanceof io.fencepost.spi.QueueOutcome.Absent);
  }

  private Candidate rawCandidate(String guid) throws Exception {
    ZooKeeper raw = raw();
    String path =
        raw.create(
            paths.election(JOB) + "/" + guid + "-",
            new byte[0],
            ZooDefs.Ids.OPEN_ACL_UNSAFE,
            CreateMode.PERSISTENT_SEQUENTIAL);
    raw.close();
    int sequence = Integer.parseInt(path.substring(path.lastIndexOf('-') + 1));
    return new Candidate(JOB, guid, path, sequence);
  }

  @Test
  void stand_doesNotAdoptTheNodeOfAnotherSession() throws Exception {
    Backend backend = open();
    NodeInfo node = node("n1");
    Session old = enrol(backend, node, new Hints());
    stand(old, "00000000000000aa");
    Session fresh = enrol(backend, node, new Hints());
    get(fresh.stand(JOB, "00000000000000bb"));

    // The fresh session asks twice for a guid that an old one's node carries.
    get(fresh.stand(JOB, "00000000000000aa"));
    Object second = get(fresh.stand(JOB, "00000000000000aa"));

    if (second instanceof io.fencepost.spi.StandOutcome.Standing standing) {
      ZooKeeper raw = raw();
      long owner = raw.exists(standing.candidate().path(), false).getEphemeralOwner();
      raw.close();
      assertThat("0x" + Long.toHexString(owner)).isEqualTo(fresh.id());
    }
  }

  @Test
  void parents_stayWhenTheyAreEmpty() throws Exception {
    Session session = enrol(open(), node("n1"), new Hints());
    get(session.withdraw(stand(session, "00000000000000aa")));

    ZooKeeper raw = raw();
    assertThat(raw.exists(paths.election(JOB), false).getEphemeralOwner()).isZero();
    raw.close();
  }

  @Test
  void firstWrite_hasTheZxidOfTheWholeTransactionAsItsToken() throws Exception {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");

    WriteOutcome.Granted first =
        granted(
            get(
                backend.write(
                    new LedgerWrite(
                        JOB,
                        Optional.of(mine),
                        OptionalLong.empty(),
                        "one",
                        Optional.empty(),
                        List.of(new io.fencepost.spi.RunEntry(0, "run"))))));

    ZooKeeper raw = raw();
    assertThat(raw.exists(paths.state(JOB), false).getCzxid()).isEqualTo(first.token());
    assertThat(raw.exists(paths.run(JOB, 0), false).getCzxid()).isEqualTo(first.token());
    raw.close();
    assertThat(read(backend).state())
        .contains(new StoredState(first.version(), first.token(), "one"));
  }

  @Test
  void newestSession_carriesTheLedger_afterAnOlderOneEnded() {
    Backend backend = open();
    NodeInfo node = node("n1");
    Session old = enrol(backend, node, new Hints());
    Session fresh = enrol(backend, node, new Hints());
    old.close();

    Candidate mine = stand(fresh, "00000000000000aa");

    granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "one"))));
  }

  @Test
  void sequenceNumbers_wrap() {
    CandidateName last = CandidateName.parse("00000000000000aa-2147483647").orElseThrow();
    CandidateName next = CandidateName.parse("00000000000000bb--2147483648").orElseThrow();

    assertThat(last.isBefore(next)).isTrue();
    assertThat(next.isBefore(last)).isFalse();
  }
}

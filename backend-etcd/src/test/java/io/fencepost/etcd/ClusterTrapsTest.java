package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Unknown;
import io.fencepost.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a cluster of three shows. */
class ClusterTrapsTest {
  private static final JobKey JOB = JobKey.of("settlement");
  private static final Instant HEARTBEAT = Instant.parse("2026-08-16T02:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private List<EtcdServer> servers;
  private Backend node;
  private Session session;

  @BeforeEach
  void start(@TempDir Path directory) {
    servers = EtcdServer.startCluster(directory, 3);
    node = connect(servers);
    session = enrol(node, "n1");
  }

  @AfterEach
  void stop() {
    servers.forEach(EtcdServer::resume);
    node.close();
    servers.forEach(EtcdServer::close);
  }

  @Test
  void renewalThatOnlyTheLeaderAcknowledged_isUnknown() {
    await()
        .atMost(PATIENCE)
        .until(() -> ServerTest.reply(session.renew(HEARTBEAT)) instanceof RenewOutcome.Renewed);
    // One member is left. If it leads it goes on renewing for a while, by itself.
    for (EtcdServer alone : servers) {
      Backend other = connect(List.of(alone));
      Session onIt = enrol(other, "n-" + alone.port());
      assertThat(ServerTest.reply(onIt.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Renewed.class);
      others(alone).forEach(EtcdServer::pause);
      assertThat(ServerTest.reply(onIt.renew(HEARTBEAT))).isInstanceOf(RenewOutcome.Unknown.class);
      others(alone).forEach(EtcdServer::resume);
      other.close();
    }
  }

  @Test
  void memberThatDies_isReplacedByTheNext_inTheSameSession() {
    Candidate candidate = stand("00000000000000aa");
    Granted claim = (Granted) ServerTest.reply(node.write(claim(candidate, OptionalLong.empty())));
    for (EtcdServer victim : servers) {
      victim.kill();
      long before = Ticker.system().nanos();
      await()
          .atMost(PATIENCE)
          .until(() -> ServerTest.reply(session.renew(HEARTBEAT)) instanceof RenewOutcome.Renewed);
      assertThat(ServerTest.since(before)).isLessThan(Duration.ofSeconds(15));
      assertThat(ServerTest.reply(session.look(candidate))).isEqualTo(new QueueOutcome.First());
      LedgerWrite next = claim(candidate, OptionalLong.of(claim.version()));
      claim =
          (Granted)
              await()
                  .atMost(PATIENCE)
                  .until(
                      () -> ServerTest.reply(node.write(next)),
                      outcome -> !(outcome instanceof Unknown));
      victim.startAgain();
    }
  }

  @Test
  void memberThatHangs_isReplacedByTheNext_inTheSameSession() {
    for (EtcdServer paused : servers) {
      paused.pause();
      long before = Ticker.system().nanos();
      await()
          .atMost(PATIENCE)
          .until(() -> ServerTest.reply(session.renew(HEARTBEAT)) instanceof RenewOutcome.Renewed);
      assertThat(ServerTest.since(before)).isLessThan(Duration.ofSeconds(15));
      paused.resume();
    }
  }

  private List<EtcdServer> others(EtcdServer one) {
    return servers.stream().filter(server -> server != one).toList();
  }

  private static Backend connect(List<EtcdServer> members) {
    return Backends.connect(
        members.stream().map(EtcdServer::endpoint).collect(Collectors.joining(",")),
        "cluster",
        "request-timeout = 1 s");
  }

  private static Session enrol(Backend backend, String id) {
    NodeInfo info = new NodeInfo(id, UUID.randomUUID(), "host", 4711, "test");
    EnrolOutcome outcome =
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    ServerTest.reply(
                        backend.enrol(info, Duration.ofSeconds(20), new RecordedHints())),
                EnrolOutcome.Enrolled.class::isInstance);
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  private Candidate stand(String guid) {
    StandOutcome outcome =
        await()
            .atMost(PATIENCE)
            .until(
                () -> ServerTest.reply(session.stand(JOB, guid)),
                StandOutcome.Standing.class::isInstance);
    return ((StandOutcome.Standing) outcome).candidate();
  }

  private static LedgerWrite claim(Candidate candidate, OptionalLong version) {
    return new LedgerWrite(
        JOB,
        Optional.of(candidate),
        candidate.guid(),
        version.isEmpty(),
        version,
        "claim",
        Optional.empty(),
        List.of());
  }
}

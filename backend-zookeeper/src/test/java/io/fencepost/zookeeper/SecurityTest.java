package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.apache.zookeeper.server.auth.DigestLoginModule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Identities, ACLs and TLS, on a real secured server. */
class SecurityTest {
  private static final JobKey JOB = JobKey.of("settlement");
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final String DIGEST = "identity { scheme = digest, user = fencepost, password = ";
  private static final String SASL =
      "client { \"zookeeper.fips-mode\" = false }, identity { scheme = sasl, login-section = ";
  private static final String GUID = "00000000000000aa";

  @TempDir static Path directory;
  private static Certificates serverCertificate;
  private static Certificates nodeCertificate;
  private static SecureServer server;
  private static SecureServer outdated;

  private final String namespace = UUID.randomUUID().toString();
  private final Paths paths = new Paths(namespace);
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    serverCertificate = Certificates.valid(directory, "server");
    nodeCertificate = Certificates.valid(directory, "node");
    Certificates old = Certificates.expired(directory, "old", serverCertificate);
    server = new SecureServer(directory.resolve("valid"), serverCertificate, nodeCertificate.pem());
    outdated = new SecureServer(directory.resolve("expired"), old, nodeCertificate.pem());
    Configuration.setConfiguration(new Users(Map.of("Right", "right", "Wrong", "wrong")));
  }

  @AfterAll
  static void stop() {
    server.close();
    outdated.close();
    Configuration.setConfiguration(null);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
  }

  /** The client's side of SASL with a user and a password: one section per password. */
  private static final class Users extends Configuration {
    private final Map<String, String> passwords;

    Users(Map<String, String> passwords) {
      this.passwords = passwords;
    }

    @Override
    public AppConfigurationEntry @Nullable [] getAppConfigurationEntry(String section) {
      String password = passwords.get(section);
      return password == null
          ? null
          : new AppConfigurationEntry[] {
            new AppConfigurationEntry(
                DigestLoginModule.class.getName(),
                AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                Map.of("username", "fencepost", "password", password))
          };
    }
  }

  // Identities ---------------------------------------------------------------------------------

  @Test
  void nodesWithOneDigest_workTogether_andNobodyElseMayDoAnything() throws Exception {
    String settings = DIGEST + "right }";
    Session first = enrolled(node(server.plain(), settings), "n1");
    Backend second = node(server.plain(), settings);
    enrolled(second, "n2");
    claimAndFinish(second, stand(first));

    ZooKeeper stranger = client(server.plain(), null);
    assertThat(ZKUtil.listSubTreeBFS(owner(), paths.root())).hasSizeGreaterThan(10);
    for (String path : ZKUtil.listSubTreeBFS(owner(), paths.root())) {
      refused(() -> stranger.getData(path, false, null));
      refused(() -> stranger.setData(path, new byte[0], -1));
      refused(
          () ->
              stranger.create(
                  path + "/x", null, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
      refused(() -> stranger.setACL(path, ZooDefs.Ids.OPEN_ACL_UNSAFE, -1));
    }
  }

  @Test
  void operators_readEverything_andMakeRequests_andReadersOnlyRead() throws Exception {
    String settings =
        DIGEST
            + "right }, access { operators = [\"digest:"
            + DigestAuthenticationProvider.generateDigest("ops:o")
            + "\"], readers = [\"digest:"
            + DigestAuthenticationProvider.generateDigest("look:l")
            + "\"] }";
    Backend backend = node(server.plain(), settings);
    claimAndFinish(backend, stand(enrolled(backend, "n1")));

    ZooKeeper operator = client(server.plain(), "ops:o");
    ZooKeeper reader = client(server.plain(), "look:l");
    String requests = paths.job(JOB) + "/requests";
    for (ZooKeeper one : List.of(operator, reader)) {
      assertThat(one.getData(paths.state(JOB), false, null)).isNotEmpty();
      assertThat(one.getChildren(paths.nodes(), false)).hasSize(1);
      refused(() -> one.setData(paths.state(JOB), new byte[0], -1));
      refused(() -> one.delete(paths.run(JOB, 0), -1));
      refused(
          () ->
              one.create(
                  paths.election(JOB) + "/x",
                  null,
                  ZooDefs.Ids.CREATOR_ALL_ACL,
                  CreateMode.EPHEMERAL));
    }
    operator.create(requests + "/r", null, ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
    refused(
        () ->
            reader.create(
                requests + "/s", null, ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT));
  }

  @Test
  void wrongPassword_isTold_andWaitingDoesNotHelp() {
    enrolled(node(server.plain(), DIGEST + "right }"), "n1");
    EnrolOutcome.Failed failed = refusedEnrolment(node(server.plain(), DIGEST + "wrong }"));
    assertThat(failed.cause())
        .contains("NOAUTH", "digest:fencepost is not allowed to", "fencepost.zookeeper.identity")
        .doesNotContain("wrong");
    assertThat(failed.waitingCanHelp()).isFalse();
  }

  @Test
  void nodeWithoutAnIdentity_isTold_whenZnodesAreProtected() {
    enrolled(node(server.plain(), DIGEST + "right }"), "n1");
    assertThat(refusedEnrolment(node(server.plain(), "")).cause())
        .contains("NOAUTH", "a node without an identity");
  }

  @Test
  void passwordFromAFile_isTheSameAsOneInTheSettings() throws Exception {
    Path file = Files.writeString(directory.resolve("password"), "right\n");
    enrolled(node(server.plain(), DIGEST + "right }"), "n1");
    enrolled(
        node(
            server.plain(),
            "identity { scheme = digest, user = fencepost, password-file = \"" + file + "\" }"),
        "n2");
  }

  @Test
  void saslUser_ownsWhatItMakes_andAWrongPasswordIsTold() throws Exception {
    Backend backend = node(server.plain(), SASL + "Right }");
    claimAndFinish(backend, stand(enrolled(backend, "n1")));
    ZooKeeper stranger = client(server.plain(), null);
    refused(() -> stranger.getData(paths.state(JOB), false, null));

    EnrolOutcome.Failed failed = refusedEnrolment(node(server.plain(), SASL + "Wrong }"));
    assertThat(failed.cause()).contains("refused the credentials of fencepost.zookeeper.identity");
    assertThat(failed.waitingCanHelp()).isFalse();
  }

  // What others left open ----------------------------------------------------------------------

  @Test
  void namespaceThatAnybodyMayChange_isRefused_onceAnIdentityIsSet() {
    enrolled(node(server.plain(), ""), "n1");
    EnrolOutcome.Failed failed = refusedEnrolment(node(server.plain(), DIGEST + "right }"));
    assertThat(failed.cause()).contains("anybody may change", paths.nodes(), "set the ACLs");
    assertThat(failed.waitingCanHelp()).isFalse();
  }

  @Test
  void jobThatAnybodyMayChange_isNotLed_onceAnIdentityIsSet() throws Exception {
    String settings = DIGEST + "right }";
    Backend backend = node(server.plain(), settings);
    Session session = enrolled(backend, "n1");
    ZooKeeper owner = owner();
    for (String path : paths.onlyOfJob(JOB)) {
      owner.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }
    assertThat(reply(session.stand(JOB, GUID)))
        .isInstanceOfSatisfying(
            StandOutcome.Unknown.class,
            u -> assertThat(u.cause()).contains("anybody may change", paths.state(JOB)));
    assertThat(reply(backend.write(write(Optional.empty(), OptionalLong.empty()))))
        .isInstanceOf(WriteOutcome.Rejected.class);
  }

  // TLS ----------------------------------------------------------------------------------------

  @Test
  void tls_withTrustedServer_andTheNodesCertificateAsItsIdentity() throws Exception {
    String settings =
        "identity { scheme = x509 }, tls { enabled = true, trust-store = \""
            + serverCertificate.pem()
            + "\", key-store = \""
            + nodeCertificate.store()
            + "\", key-store-password = "
            + Certificates.PASSWORD
            + " }";
    Backend backend = node(server.tls(), settings);
    claimAndFinish(backend, stand(enrolled(backend, "n1")));
    ZooKeeper stranger = client(server.plain(), null);
    refused(() -> stranger.getData(paths.state(JOB), false, null));
  }

  @Test
  void serverThatIsNotTrusted_isTold() {
    Backend backend =
        node(
            server.tls(),
            "connection-timeout = 3 s, tls { enabled = true, trust-store = \""
                + nodeCertificate.pem()
                + "\" }");
    assertThat(refusedEnrolment(backend).cause())
        .contains(
            "TLS with " + server.tls() + " failed", "unable to find valid certification path");
  }

  @Test
  void expiredCertificate_isTold() {
    Backend backend =
        node(
            outdated.tls(),
            "connection-timeout = 3 s, tls { enabled = true, trust-store = \""
                + serverCertificate.pem()
                + "\" }");
    assertThat(refusedEnrolment(backend).cause())
        .contains("TLS with " + outdated.tls() + " failed", "NotAfter");
  }

  // Help ---------------------------------------------------------------------------------------

  private Backend node(String address, String settings) {
    Backend backend = Backends.connect(address, namespace, settings);
    opened.add(backend);
    return backend;
  }

  private static EnrolOutcome enrol(Backend backend, String id) {
    NodeInfo info = new NodeInfo(id, new UUID(7, id.hashCode()), "host", 4711, "test");
    return reply(backend.enrol(info, LEASE, new RecordedHints()));
  }

  private static Session enrolled(Backend backend, String id) {
    EnrolOutcome outcome = enrol(backend, id);
    assertThat(outcome).isInstanceOf(EnrolOutcome.Enrolled.class);
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  private static EnrolOutcome.Failed refusedEnrolment(Backend backend) {
    EnrolOutcome outcome = enrol(backend, "other");
    assertThat(outcome).isInstanceOf(EnrolOutcome.Failed.class);
    return (EnrolOutcome.Failed) outcome;
  }

  private static Candidate stand(Session session) {
    StandOutcome outcome = reply(session.stand(JOB, GUID));
    assertThat(outcome).isInstanceOf(StandOutcome.Standing.class);
    return ((StandOutcome.Standing) outcome).candidate();
  }

  private static void claimAndFinish(Backend backend, Candidate candidate) {
    WriteOutcome claim = reply(backend.write(write(Optional.of(candidate), OptionalLong.empty())));
    assertThat(claim).isInstanceOf(WriteOutcome.Granted.class);
    OptionalLong version = OptionalLong.of(((WriteOutcome.Granted) claim).version());
    assertThat(reply(backend.write(write(Optional.empty(), version))))
        .isInstanceOf(WriteOutcome.Granted.class);
  }

  private static LedgerWrite write(Optional<Candidate> candidate, OptionalLong version) {
    List<RunEntry> runs = version.isPresent() ? List.of(new RunEntry(0, "run")) : List.of();
    return new LedgerWrite(
        JOB, candidate, GUID, version.isEmpty(), version, "state", Optional.empty(), runs);
  }

  private ZooKeeper owner() throws Exception {
    return client(server.plain(), "fencepost:right");
  }

  private ZooKeeper client(String address, @Nullable String digest) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty("zookeeper.sasl.client", "false");
    ZooKeeper zk = new ZooKeeper(address, 10_000, event -> connected.countDown(), config);
    opened.add(zk);
    assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
    if (digest != null) {
      zk.addAuthInfo("digest", digest.getBytes(StandardCharsets.UTF_8));
    }
    return zk;
  }

  private interface Request {
    void make() throws Exception;
  }

  private static void refused(Request request) {
    assertThatThrownBy(request::make).isInstanceOf(KeeperException.NoAuthException.class);
  }

  private static <T> T reply(CompletionStage<T> stage) {
    return ServerTest.reply(stage);
  }
}

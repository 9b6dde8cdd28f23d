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
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.server.auth.DigestLoginModule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A secured server for the class's tests, and clients of all kinds. */
abstract class SecuredServerTest {
  static final JobKey JOB = JobKey.of("settlement");
  static final Duration LEASE = Duration.ofSeconds(5);
  static final String DIGEST = "identity { scheme = digest, user = fencepost, password = ";
  static final String SASL =
      "client { \"zookeeper.fips-mode\" = false }, identity { scheme = sasl, login-section = ";
  static final String GUID = "00000000000000aa";

  @TempDir static Path directory;
  static Certificates serverCertificate;
  static Certificates nodeCertificate;
  static SecureServer server;

  final String namespace = UUID.randomUUID().toString();
  final Paths paths = new Paths(namespace);
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void startServer() throws Exception {
    serverCertificate = Certificates.valid(directory, "server");
    nodeCertificate = Certificates.valid(directory, "node");
    server = new SecureServer(directory.resolve("valid"), serverCertificate, nodeCertificate.pem());
    Configuration.setConfiguration(new Users(Map.of("Right", "right", "Wrong", "wrong")));
    // Whoever makes it owns it, and tests have identities of all kinds.
    try (ZooKeeper anybody = connected(server.plain())) {
      anybody.create("/fencepost", null, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }
  }

  @AfterAll
  static void stopServer() {
    server.close();
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

  /** With the node's certificate. */
  static String tls() {
    return "tls { enabled = true, trust-store = \""
        + serverCertificate.pem()
        + "\", key-store = \""
        + nodeCertificate.store()
        + "\", key-store-password = "
        + Certificates.PASSWORD
        + " }";
  }

  Backend node(String address, String settings) {
    Backend backend = Backends.connect(address, namespace, settings);
    opened.add(backend);
    return backend;
  }

  static EnrolOutcome enrol(Backend backend, String id) {
    NodeInfo info = new NodeInfo(id, new UUID(7, id.hashCode()), "host", 4711, "test");
    return reply(backend.enrol(info, LEASE, new RecordedHints()));
  }

  static Session enrolled(Backend backend, String id) {
    EnrolOutcome outcome = enrol(backend, id);
    assertThat(outcome).isInstanceOf(EnrolOutcome.Enrolled.class);
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  static EnrolOutcome.Failed refusedEnrolment(Backend backend) {
    EnrolOutcome outcome = enrol(backend, "other");
    assertThat(outcome).isInstanceOf(EnrolOutcome.Failed.class);
    return (EnrolOutcome.Failed) outcome;
  }

  static Candidate stand(Session session) {
    StandOutcome outcome = reply(session.stand(JOB, GUID));
    assertThat(outcome).isInstanceOf(StandOutcome.Standing.class);
    return ((StandOutcome.Standing) outcome).candidate();
  }

  static void claimAndFinish(Backend backend, Candidate candidate) {
    WriteOutcome claim = reply(backend.write(write(Optional.of(candidate), OptionalLong.empty())));
    assertThat(claim).isInstanceOf(WriteOutcome.Granted.class);
    OptionalLong version = OptionalLong.of(((WriteOutcome.Granted) claim).version());
    assertThat(reply(backend.write(write(Optional.empty(), version))))
        .isInstanceOf(WriteOutcome.Granted.class);
  }

  static LedgerWrite write(Optional<Candidate> candidate, OptionalLong version) {
    List<RunEntry> runs = version.isPresent() ? List.of(new RunEntry(0, "run")) : List.of();
    return new LedgerWrite(
        JOB, candidate, GUID, version.isEmpty(), version, "state", Optional.empty(), runs);
  }

  ZooKeeper owner() throws Exception {
    return client(server.plain(), "fencepost:right");
  }

  ZooKeeper client(String address, @Nullable String digest) throws Exception {
    ZooKeeper zk = connected(address);
    opened.add(zk);
    if (digest != null) {
      zk.addAuthInfo("digest", digest.getBytes(StandardCharsets.UTF_8));
    }
    return zk;
  }

  private static ZooKeeper connected(String address) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty("zookeeper.sasl.client", "false");
    ZooKeeper zk = new ZooKeeper(address, 10_000, event -> connected.countDown(), config);
    assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
    return zk;
  }

  interface Request {
    void make() throws Exception;
  }

  static void refused(Request request) {
    assertThatThrownBy(request::make).isInstanceOf(KeeperException.NoAuthException.class);
  }

  static <T> T reply(CompletionStage<T> stage) {
    return ServerTest.reply(stage);
  }
}

package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.Auth;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.auth.Permission;
import io.etcd.jetcd.options.OptionsUtil;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that asks who is there. */
class SecurityTest {
  /** Short, so that a test can wait for the end of a token; each use begins it anew. */
  private static final String TOKEN_SECONDS = "2";

  private static EtcdServer server;

  private final String namespace = UUID.randomUUID().toString();
  private final List<Backend> opened = new ArrayList<>();

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = EtcdServer.start(directory, "--auth-token-ttl", TOKEN_SECONDS);
    try (Client raw = Client.builder().endpoints(server.endpoint()).build()) {
      Auth auth = raw.getAuthClient();
      user(auth, "root");
      ServerTest.reply(auth.userGrantRole(Keys.bytes("root"), Keys.bytes("root")));
      user(auth, "fencepost");
      grant(auth, "fencepost", Permission.Type.READWRITE, "/apps/fencepost/");
      user(auth, "reader");
      grant(auth, "reader", Permission.Type.READ, "/apps/fencepost/");
      ServerTest.reply(auth.authEnable());
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void close() {
    opened.forEach(Backend::close);
  }

  private static void user(Auth auth, String name) {
    ServerTest.reply(auth.userAdd(Keys.bytes(name), Keys.bytes("secret of " + name)));
    ServerTest.reply(auth.roleAdd(Keys.bytes(name)));
  }

  private static void grant(Auth auth, String name, Permission.Type type, String prefix) {
    ServerTest.reply(
        auth.roleGrantPermission(
            Keys.bytes(name),
            Keys.bytes(prefix),
            OptionsUtil.prefixEndOf(Keys.bytes(prefix)),
            type));
    ServerTest.reply(auth.userGrantRole(Keys.bytes(name), Keys.bytes(name)));
  }

  private Backend connect(String login) {
    Backend backend = Backends.connect(server.endpoint(), namespace, "prefix = /apps, " + login);
    opened.add(backend);
    return backend;
  }

  private Backend as(String user) {
    return connect("user = " + user + ", password = \"secret of " + user + "\"");
  }

  private static EnrolOutcome.Failed refused(Backend node) {
    EnrolOutcome outcome =
        ServerTest.reply(
            node.enrol(ServerTest.info("n9"), ServerTest.LONG_LEASE, new RecordedHints()));
    assertThat(outcome).isInstanceOf(EnrolOutcome.Failed.class);
    return (EnrolOutcome.Failed) outcome;
  }

  @Test
  void userThatMayDoAllBelowThePrefix_worksAsWithoutSecurity() {
    Backend node = as("fencepost");
    Session session = ServerTest.enrol(node, "n1", ServerTest.LONG_LEASE);
    Candidate candidate = ServerTest.stand(session, ServerTest.A);
    assertThat(ServerTest.reply(session.look(candidate))).isEqualTo(new QueueOutcome.First());
    assertThat(ServerTest.reply(session.renew(ServerTest.HEARTBEAT)))
        .isInstanceOf(RenewOutcome.Renewed.class);
    ServerTest.granted(node, ServerTest.claim(candidate, OptionalLong.empty(), "a"));
    assertThat(node.describe())
        .isEqualTo("etcd " + server.endpoint() + " prefix=/apps namespace=" + namespace);
  }

  @Test
  void wrongPassword_isSaid_andWaitingCannotHelp() {
    EnrolOutcome.Failed failed = refused(connect("user = fencepost, password = \"a wrong one\""));
    assertThat(failed.waitingCanHelp()).isFalse();
    assertThat(failed.cause())
        .contains("authentication failed", "fencepost.etcd.user")
        .doesNotContain("a wrong one");
  }

  @Test
  void missingUser_isSaid_andWaitingCannotHelp() {
    EnrolOutcome.Failed failed = refused(connect(""));
    assertThat(failed.waitingCanHelp()).isFalse();
    assertThat(failed.cause()).contains("fencepost.etcd.user");
  }

  @Test
  void missingPermission_isSaid_andWaitingCannotHelp() {
    EnrolOutcome.Failed failed = refused(as("reader"));
    assertThat(failed.waitingCanHelp()).isFalse();
    assertThat(failed.cause()).contains("permission denied", "fencepost.etcd.prefix");
  }

  @Test
  void missingPermission_isARefusalOfAWrite_notAnUnknown() {
    assertThat(ServerTest.reply(as("reader").write(ServerTest.write(OptionalLong.of(77), "x"))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.CANNOT_WRITE));
  }

  @Test
  void tokenThatIsOver_isFetchedAgain_byARenewalToo() {
    Backend node = as("fencepost");
    Session session = ServerTest.enrol(node, "n2", Duration.ofSeconds(20));
    letTheTokenRunOut();
    assertThat(ServerTest.reply(session.renew(ServerTest.HEARTBEAT)))
        .isInstanceOf(RenewOutcome.Renewed.class);
  }

  @Test
  void tokenThatIsOver_costsAWriteAtMostAnUnknown() {
    Backend node = as("fencepost");
    Session session = ServerTest.enrol(node, "n3", Duration.ofSeconds(20));
    Candidate candidate = ServerTest.stand(session, ServerTest.A);
    letTheTokenRunOut();
    await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () ->
                ServerTest.reply(
                        node.write(ServerTest.claim(candidate, OptionalLong.empty(), "token")))
                    instanceof Granted);
  }

  private static void letTheTokenRunOut() {
    await().pollDelay(Duration.ofSeconds(5)).until(() -> true);
  }
}

package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Identities, ACLs and TLS, on a real secured server. */
class SecurityTest extends SecuredServerTest {
  private static SecureServer outdated;

  @BeforeAll
  static void start() {
    Certificates old = Certificates.expired(directory, "old", serverCertificate);
    outdated = new SecureServer(directory.resolve("expired"), old, nodeCertificate.pem());
  }

  @AfterAll
  static void stop() {
    outdated.close();
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
    String settings = "identity { scheme = x509 }, " + tls();
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
  void certificateOfAnotherHost_isTold_andWhatToDo() {
    Certificates other = Certificates.ofHost(directory, "other", "zk.example.org");
    try (SecureServer elsewhere =
        new SecureServer(directory.resolve("elsewhere"), other, nodeCertificate.pem())) {
      Backend backend =
          node(
              elsewhere.tls(),
              "connection-timeout = 3 s, tls { enabled = true, trust-store = \""
                  + other.pem()
                  + "\" }");
      assertThat(refusedEnrolment(backend).cause())
          .contains(
              "TLS with " + elsewhere.tls() + " failed",
              "the server's certificate does not name 127.0.0.1",
              "subject alternative name");
    }
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
        .contains("TLS with " + outdated.tls() + " failed", "NotAfter")
        .doesNotContain("does not name");
  }
}

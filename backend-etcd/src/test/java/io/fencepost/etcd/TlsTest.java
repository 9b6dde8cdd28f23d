package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that shows a certificate and asks for one. */
class TlsTest {
  private static EtcdServer server;
  private static Pem serversOwn;
  private static Pem nodes;
  private static Pem strangers;

  @BeforeAll
  static void start(@TempDir Path directory) {
    serversOwn = Pem.selfSigned(directory, "server");
    nodes = Pem.selfSigned(directory, "node");
    strangers = Pem.selfSigned(directory, "stranger");
    server =
        EtcdServer.start(
            directory,
            "--cert-file",
            serversOwn.certificate().toString(),
            "--key-file",
            serversOwn.key().toString(),
            "--client-cert-auth",
            "--trusted-ca-file",
            nodes.certificate().toString());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Backend connect(Pem ca, String identity) {
    return Backends.connect(
        server.endpoint(),
        "secret",
        "request-timeout = 2 s, connection-timeout = 1 s\ntls { ca-file = \""
            + ca.certificate()
            + "\"\n"
            + identity
            + "}");
  }

  private static String identity(Pem pem) {
    return "cert-file = \"" + pem.certificate() + "\"\nkey-file = \"" + pem.key() + "\"\n";
  }

  @Test
  void nodeAndMember_thatKnowEachOther_work() {
    try (Backend node = connect(serversOwn, identity(nodes))) {
      Session session = ServerTest.enrol(node, "n1", ServerTest.LONG_LEASE);
      assertThat(ServerTest.reply(session.renew(ServerTest.HEARTBEAT)))
          .isInstanceOf(RenewOutcome.Renewed.class);
    }
  }

  @Test
  void memberThatIsNotTrusted_isNotUsed() {
    refused(connect(strangers, identity(nodes)));
  }

  @Test
  void nodeThatIsNotTrusted_isNotServed() {
    refused(connect(serversOwn, identity(strangers)));
  }

  @Test
  void nodeWithoutCertificate_isNotServed() {
    refused(connect(serversOwn, ""));
  }

  @Test
  void memberUnderAnotherName_isNotUsed_unlessThatIsTheAuthority() {
    refused(connect(serversOwn, identity(nodes) + "authority = etcd.example\n"));
    try (Backend node = connect(serversOwn, identity(nodes) + "authority = localhost\n")) {
      ServerTest.enrol(node, "n2", ServerTest.LONG_LEASE);
    }
  }

  private static void refused(Backend backend) {
    try (Backend node = backend) {
      assertThat(
              ServerTest.reply(
                  node.enrol(ServerTest.info("n9"), ServerTest.LEASE, new RecordedHints())))
          .isInstanceOfSatisfying(
              EnrolOutcome.Failed.class,
              failed ->
                  assertThat(failed.cause())
                      .contains("no etcd member of https://", "fencepost.etcd.tls"));
    }
  }
}

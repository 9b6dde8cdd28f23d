package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import java.io.IOException;
import java.nio.file.Files;
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
    return connect(
        server.endpoint(), "tls { ca-file = \"" + ca.certificate() + "\"\n" + identity + "}");
  }

  private static Backend connect(String endpoint, String tls) {
    return Backends.connect(
        endpoint, "secret", "request-timeout = 500 ms, connection-timeout = 1 s\n" + tls);
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
    refused(
        connect(strangers, identity(nodes)),
        "at https://",
        "the server's certificate is of no authority in fencepost.etcd.tls.ca-file");
    refused(
        connect(server.endpoint(), ""),
        "of no authority that the JVM trusts: set fencepost.etcd.tls.ca-file");
  }

  @Test
  void nodeThatIsNotTrusted_isNotServed() {
    refused(
        connect(serversOwn, identity(strangers)),
        "this node's certificate is refused (",
        "fencepost.etcd.tls.cert-file",
        "--trusted-ca-file");
  }

  @Test
  void nodeWithoutCertificate_isNotServed() {
    refused(
        connect(serversOwn, ""),
        "a client certificate is asked for (",
        "set fencepost.etcd.tls.cert-file and key-file");
  }

  @Test
  void memberUnderAnotherName_isNotUsed_unlessThatIsTheAuthority() {
    refused(
        connect(serversOwn, identity(nodes) + "authority = etcd.example\n"),
        "the server's certificate is for another name (",
        "etcd.example",
        "fencepost.etcd.tls.authority");
    try (Backend node = connect(serversOwn, identity(nodes) + "authority = localhost\n")) {
      ServerTest.enrol(node, "n2", ServerTest.LONG_LEASE);
    }
  }

  @Test
  void httpWhereTlsIsSpoken_isTold() {
    refused(
        connect(server.endpoint().replace("https:", "http:"), ""),
        "at http://",
        "TLS is spoken: write https://... in fencepost.etcd.endpoints");
  }

  @Test
  void tlsWhereHttpIsSpoken_isTold(@TempDir Path directory) {
    try (EtcdServer plain = EtcdServer.start(directory)) {
      refused(
          connect(plain.endpoint().replace("http:", "https:"), ""),
          "at https://",
          "plain HTTP is spoken, not TLS: write http://... in fencepost.etcd.endpoints");
    }
  }

  @Test
  void memberWhoseCertificateHasExpired_isNotUsed(@TempDir Path directory) {
    Pem authority = Pem.selfSigned(directory, "authority", "-ext", "bc:c");
    Pem expired = Pem.issued(directory, "old", "authority", "-startdate", "-9d", "-validity", "5");
    try (EtcdServer old =
        EtcdServer.start(
            directory,
            "--cert-file",
            expired.certificate().toString(),
            "--key-file",
            expired.key().toString())) {
      refused(
          connect(old.endpoint(), "tls.ca-file = \"" + authority.certificate() + "\""),
          "the server's certificate, or one above it, has expired (NotAfter: ");
    }
  }

  @Test
  void fileThatIsNotThereAnyMore_isNamed(@TempDir Path directory) throws IOException {
    Path ca = Files.copy(strangers.certificate(), directory.resolve("ca.pem"));
    try (Backend node = connect(server.endpoint(), "tls.ca-file = \"" + ca + "\"")) {
      Files.delete(ca);
      assertThat(
              ServerTest.reply(
                  node.enrol(ServerTest.info("n9"), ServerTest.LEASE, new RecordedHints())))
          .isInstanceOfSatisfying(
              EnrolOutcome.Failed.class,
              failed ->
                  assertThat(failed.cause())
                      .endsWith(
                          ": fencepost.etcd.tls.ca-file is " + ca + ", which cannot be read"));
    }
  }

  /** Twice in the same words, so that the second time is not taken for news. */
  private static void refused(Backend backend, String... why) {
    try (Backend node = backend) {
      EnrolOutcome first =
          ServerTest.reply(
              node.enrol(ServerTest.info("n9"), ServerTest.LEASE, new RecordedHints()));
      assertThat(first)
          .isInstanceOfSatisfying(
              EnrolOutcome.Failed.class,
              failed -> {
                assertThat(failed.waitingCanHelp()).isTrue();
                assertThat(failed.cause())
                    .startsWith("no etcd member granted a lease within fencepost.etcd.conn")
                    .contains(why);
              });
      assertThat(
              ServerTest.reply(
                  node.enrol(ServerTest.info("n9"), ServerTest.LEASE, new RecordedHints())))
          .isEqualTo(first);
    }
  }
}

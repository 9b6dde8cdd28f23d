package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.etcd.jetcd.Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTest {
  private static final int MORE_THAN_THE_BACKLOG = 8;
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  private String explain(String endpoints) {
    return ServerTest.reply(
        Probe.explain(SettingsTest.parse("endpoints = \"" + endpoints + "\""), executor));
  }

  @Test
  void membersThatRefuseConnections_areToldTogether() throws IOException {
    String one = "http://127.0.0.1:" + freePort();
    String other = "http://127.0.0.1:" + freePort();
    assertThat(explain(one + "," + other))
        .isEqualTo(
            "at "
                + one
                + ", "
                + other
                + " nothing listens (connection refused): check the port, and that etcd runs");
  }

  @Test
  void packetsThatAreDropped_areTold() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<SocketChannel> filling = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, loopback)) {
      InetSocketAddress address = new InetSocketAddress(loopback, full.getLocalPort());
      for (int i = 0; i < MORE_THAN_THE_BACKLOG; i++) {
        SocketChannel channel = SocketChannel.open();
        filling.add(channel);
        channel.configureBlocking(false);
        channel.connect(address);
      }
      String endpoint = "http://127.0.0.1:" + full.getLocalPort();
      assertThat(explain(endpoint))
          .isEqualTo(
              "at "
                  + endpoint
                  + " nothing answers to connecting: the host is down, or a firewall is between");
    } finally {
      for (SocketChannel channel : filling) {
        channel.close();
      }
    }
  }

  @Test
  void nameThatIsNotKnown_isTold() {
    // Longer than a label may be, so that no name server is asked.
    String endpoint = "http://" + "a".repeat(64) + ".invalid:2379";
    assertThat(explain(endpoint))
        .isEqualTo("at " + endpoint + " the host's name is not known: check it, and DNS");
  }

  @Test
  void anotherServer_isTold() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.start();
    try {
      String address = "127.0.0.1:" + http.getAddress().getPort();
      assertThat(explain("http://" + address))
          .startsWith("at http://" + address + " the answer is not etcd's: check");
      assertThat(explain("https://" + address))
          .startsWith("at https://" + address + " connections are accepted, but TLS is not");
    } finally {
      http.stop(0);
    }
  }

  @Test
  void connectionThatIsClosed_isTold() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      executor.execute(() -> hangUpOnAll(server));
      String address = "127.0.0.1:" + server.getLocalPort();
      assertThat(explain("http://" + address))
          .startsWith("at http://" + address + " the answer is not etcd's: check");
      assertThat(explain("https://" + address))
          .startsWith("at https://" + address + " the connection is closed in the TLS handshake");
    }
  }

  private static void hangUpOnAll(ServerSocket server) {
    while (!server.isClosed()) {
      try {
        server.accept().close();
      } catch (IOException closed) {
        // Of either side.
      }
    }
  }

  @Test
  void memberWithoutAQuorum_answers(@TempDir Path directory) {
    List<EtcdServer> members = EtcdServer.startCluster(directory, 2);
    try {
      String alive = members.get(0).endpoint();
      String dead = members.get(1).endpoint();
      try (Client client = Client.builder().endpoints(alive).build()) {
        ServerTest.reply(client.getKVClient().put(Keys.bytes("formed"), Keys.bytes("yes")));
      }
      members.get(1).kill();
      assertThat(explain(alive + "," + dead))
          .startsWith("at " + alive + " etcd answers, but grants no lease: check")
          .contains("quorum", "; at " + dead + " nothing listens");
    } finally {
      members.forEach(EtcdServer::close);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

package io.fencepost.drill.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.drill.cluster.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against a server that sends back what it gets. */
@Timeout(30)
final class LinkTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int ANSWER_MILLIS = 10_000;

  private ServerSocket echo;
  private Link link;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Threads.start("echo", this::serve);
    link = new Link("n1 to echo", echo.getLocalPort(), Duration.ZERO);
  }

  @AfterEach
  void stop() throws IOException {
    link.close();
    echo.close();
  }

  @Test
  void passesOnBothWays() throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, "a")).isEqualTo("a");
      assertThat(ask(client, "b")).isEqualTo("b");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsHeldBack_arrivesInOrderWhenThePathIsOpen(Direction direction) throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, "a")).isEqualTo("a");
      link.hold(Set.of(direction));
      send(client, "b");
      Await.until("bytes held back", SOON, () -> link.holdsBack(direction));
      send(client, "c");
      assertThat(client.getInputStream().available()).isZero();
      link.open();
      assertThat(receive(client, 2)).isEqualTo("bc");
      assertThat(link.holdsBack(direction)).isFalse();
    }
  }

  @Test
  void aHandshake_isHeldBackToo() throws IOException {
    link.hold(EnumSet.allOf(Direction.class));
    try (Socket client = connect()) {
      send(client, "a");
      Await.until("a handshake held back", SOON, () -> link.holdsBack(Direction.REQUESTS));
      link.open();
      assertThat(receive(client, 1)).isEqualTo("a");
    }
  }

  @Test
  void theEndOfAConnection_isHeldBackToo() throws IOException {
    link.hold(Set.of(Direction.REQUESTS));
    Socket client = connect();
    Await.until("a handshake held back", SOON, () -> link.holdsBack(Direction.REQUESTS));
    client.close();
    link.open();
    try (Socket next = connect()) {
      assertThat(ask(next, "a")).isEqualTo("a");
    }
  }

  @Test
  void cut_resetsConnections_andRefusesNewOnes() throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, "a")).isEqualTo("a");
      link.cut();
      assertThat(link.isCut()).isTrue();
      assertThatThrownBy(() -> ask(client, "b")).isInstanceOf(SocketException.class);
    }
    try (Socket refused = connect()) {
      assertThatThrownBy(() -> ask(refused, "c")).isInstanceOf(SocketException.class);
    }
    link.open();
    try (Socket client = connect()) {
      assertThat(ask(client, "d")).isEqualTo("d");
    }
  }

  @Test
  void aLostReply_isLostOnce_andOnlyToItsRequest() throws IOException {
    RequestTrap trap = RequestTrap.thatLosesTheReply("x");
    link.set(trap);
    try (Socket client = connect()) {
      assertThat(ask(client, "a")).isEqualTo("a");
      assertThat(trap.sprung()).isFalse();
      assertThatThrownBy(() -> ask(client, "x")).isInstanceOf(SocketException.class);
      assertThat(trap.sprung()).isTrue();
    }
    try (Socket client = connect()) {
      assertThat(ask(client, "x")).isEqualTo("x");
    }
  }

  @Test
  void repliesFromARequestOn_areHeldBackOnAllPaths() throws IOException {
    try (Link other = new Link("n1 to the other", echo.getLocalPort(), Duration.ZERO);
        Socket client = connect();
        Socket second = connect(other)) {
      assertThat(ask(second, "a")).isEqualTo("a");
      link.set(RequestTrap.thatHoldsReplies("x", List.of(link, other)));
      assertThat(ask(client, "a")).isEqualTo("a");
      send(client, "x");
      Await.until("a reply held back", SOON, () -> link.holdsBack(Direction.REPLIES));
      send(second, "b");
      Await.until("the other's too", SOON, () -> other.holdsBack(Direction.REPLIES));
      link.open();
      other.open();
      assertThat(receive(client, 1)).isEqualTo("x");
      assertThat(receive(second, 1)).isEqualTo("b");
    }
  }

  @Test
  void aServerThatIsGone_resetsItsClients() throws IOException {
    stopEcho();
    try (Socket client = connect()) {
      assertThatThrownBy(() -> ask(client, "a")).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void aServerThatListensLate_isReachedWithPatience() throws IOException {
    stopEcho();
    try (Link patient = new Link("n1 to echo", echo.getLocalPort(), SOON);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), patient.port())) {
      client.setSoTimeout(ANSWER_MILLIS);
      send(client, "a");
      echo = new ServerSocket(echo.getLocalPort(), 50, InetAddress.getLoopbackAddress());
      Threads.start("echo", this::serve);
      assertThat(receive(client, 1)).isEqualTo("a");
    }
  }

  /** A port listens on for as long as the thread that accepts has not left the system call. */
  private void stopEcho() throws IOException {
    echo.close();
    Await.until("the server's port refused", SOON, this::echoIsRefused);
  }

  private boolean echoIsRefused() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), echo.getLocalPort())) {
      return !socket.isConnected();
    } catch (IOException e) {
      return true;
    }
  }

  private Socket connect() throws IOException {
    return connect(link);
  }

  private static Socket connect(Link path) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), path.port());
    socket.setSoTimeout(ANSWER_MILLIS);
    return socket;
  }

  private static String ask(Socket socket, String text) throws IOException {
    send(socket, text);
    return receive(socket, text.length());
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String receive(Socket socket, int length) throws IOException {
    byte[] answer = socket.getInputStream().readNBytes(length);
    if (answer.length < length) {
      throw new SocketException("the connection ended");
    }
    return new String(answer, StandardCharsets.US_ASCII);
  }

  private void serve() {
    while (!echo.isClosed()) {
      try {
        Socket socket = echo.accept();
        Threads.start("echo-connection", () -> echo(socket));
      } catch (IOException e) {
        // The test is over.
      }
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      // The client has gone.
    }
  }
}

package io.fencepost.drill.network;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP path from one process to one server, on loopback. It passes everything on until it is told
 * otherwise. Thread-safe.
 *
 * <p>What is held back is passed on when the path is open again, in order and without gaps, as TCP
 * does after a partition: both ends may have given up by then, or not have noticed. Ends of
 * connections are held back too.
 */
public final class Link implements AutoCloseable {
  private static final int BACKLOG = 50;
  private static final long TRY_AGAIN_NANOS = Duration.ofMillis(10).toNanos();

  private final String name;
  private final int target;
  private final Duration patience;
  private final ServerSocket listener;
  private final Map<Direction, Gate> gates = new EnumMap<>(Direction.class);
  private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile Optional<RequestTrap> trap = Optional.empty();
  private volatile boolean refuses;

  /**
   * Listens on a free port.
   *
   * @param name for people, as in {@code n1 to zookeeper-2}
   * @param target the server's port
   * @param patience how long a connection that nobody listens for is tried again before its client
   *     sees a reset. A client that tries again when it is refused, but gives up when it is reset,
   *     needs some: what it connects to is this path, which cannot refuse it in the server's name.
   */
  public Link(String name, int target, Duration patience) {
    this.name = requireNonNull(name, "name is null");
    this.target = target;
    this.patience = requireNonNull(patience, "patience is null");
    for (Direction direction : Direction.values()) {
      gates.put(direction, new Gate());
    }
    try {
      listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("the system gave no free port for " + name, e);
    }
    Threads.start("link-accept", this::accept);
  }

  /** The port that the process has to use in place of the server's. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Holds back all bytes that go these ways, until {@link #open}. */
  public void hold(Set<Direction> directions) {
    directions.forEach(direction -> gate(direction).hold());
  }

  /** Resets all connections and refuses new ones, until {@link #open}. */
  public void cut() {
    refuses = true;
    connections.forEach(LinkConnection::close);
  }

  /** Waits for that request to come this way, until {@link #open}. */
  public void set(RequestTrap forRequest) {
    trap = Optional.of(forRequest);
  }

  /** Whether bytes that go this way are being held back now. */
  public boolean holdsBack(Direction direction) {
    return gate(direction).holdsBack();
  }

  /** Whether there is a connection to the server; a handshake that is held back is none. */
  public boolean isConnected() {
    return !connections.isEmpty();
  }

  /** Whether no connection is left and none is let in. */
  public boolean isCut() {
    return refuses && connections.isEmpty();
  }

  /** Passes everything on again; what was held back first. */
  public void open() {
    trap = Optional.empty();
    refuses = false;
    gates.values().forEach(Gate::open);
  }

  @Override
  public void close() {
    refuses = true;
    Threads.closeQuietly(listener);
    connections.forEach(LinkConnection::close);
    gates.values().forEach(Gate::open);
  }

  @Override
  public String toString() {
    return name;
  }

  private Gate gate(Direction direction) {
    return requireNonNull(gates.get(direction));
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // The link is being closed, or the client has gone already.
      }
    }
  }

  private void connect(Socket client) {
    if (refuses) {
      Threads.reset(client);
      return;
    }
    // A handshake that is held back ends when the path is open, or when the client gives up.
    Threads.start("link-connect", () -> connectThroughGates(client));
  }

  private void connectThroughGates(Socket client) {
    try {
      for (Gate gate : gates.values()) {
        gate.pass();
      }
      Socket server = connectToServer();
      LinkConnection connection =
          new LinkConnection(
              client,
              server,
              gate(Direction.REQUESTS),
              gate(Direction.REPLIES),
              () -> trap,
              connections::remove);
      connections.add(connection);
      if (refuses) {
        connection.close();
      } else {
        connection.start();
      }
    } catch (IOException e) {
      // Nobody listens there: the client learns it as it would from the server's machine.
      Threads.reset(client);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      Threads.reset(client);
    }
  }

  private Socket connectToServer() throws IOException {
    Ticker ticker = Ticker.system();
    long start = ticker.nanos();
    while (true) {
      try {
        return new Socket(InetAddress.getLoopbackAddress(), target);
      } catch (ConnectException e) {
        if (refuses || ticker.nanos() - start >= patience.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(TRY_AGAIN_NANOS);
      }
    }
  }
}

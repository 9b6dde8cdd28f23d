package io.fencepost.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address for servers that are started, killed and started again, or that
 * listen only now and then, as a ZooKeeper does for its peers while it leads. Thread-safe.
 *
 * <p>A port that the system gives away (number 0) will not do: while nobody listens on it, the
 * system may give it to any connection that goes out.
 */
public final class FreePorts {
  private static final Path GIVEN_AWAY = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int LOWEST = 10_240;

  /** Linux's default; other systems begin later. */
  private static final int FIRST_GIVEN_AWAY = 32_768;

  private static final int TRIES = 1_000;
  private static final Set<Integer> TAKEN = new HashSet<>();

  private FreePorts() {}

  /**
   * Ports that nobody listens on, that differ from each other and from all that this process was
   * given before, and that the system does not give away.
   *
   * @throws IllegalStateException if too few can be found
   */
  public static synchronized List<Integer> take(int count) {
    List<Integer> ports = new ArrayList<>();
    int end = firstGivenAway();
    for (int tries = 0; tries < TRIES && ports.size() < count; tries++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, end);
      if (!TAKEN.contains(port) && isFree(port)) {
        TAKEN.add(port);
        ports.add(port);
      }
    }
    if (ports.size() < count) {
      throw new IllegalStateException(
          "no " + count + " free ports between " + LOWEST + " and " + (end - 1));
    }
    return ports;
  }

  private static int firstGivenAway() {
    try {
      int first = Integer.parseInt(Files.readString(GIVEN_AWAY).strip().split("\\s+", 2)[0]);
      // Where nearly all are given away, there is nothing to choose.
      return first > LOWEST + TRIES ? first : FIRST_GIVEN_AWAY;
    } catch (NoSuchFileException otherSystem) {
      return FIRST_GIVEN_AWAY;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + GIVEN_AWAY, e);
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}

package io.fencepost.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
  private static final int LOWEST = 10_240;

  /** Where Linux begins unless {@code ip_local_port_range} is set; other systems begin later. */
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
    for (int tries = 0; tries < TRIES && ports.size() < count; tries++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, FIRST_GIVEN_AWAY);
      if (!TAKEN.contains(port) && isFree(port)) {
        TAKEN.add(port);
        ports.add(port);
      }
    }
    if (ports.size() < count) {
      throw new IllegalStateException(
          "no " + count + " free ports between " + LOWEST + " and " + (FIRST_GIVEN_AWAY - 1));
    }
    return ports;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}

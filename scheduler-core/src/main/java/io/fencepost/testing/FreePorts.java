package io.fencepost.drill.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of the loopback address that nobody listens on. */
public final class FreePorts {
  private FreePorts() {}

  /**
   * Asks the system for ports that differ from each other. They are free, but not reserved: use
   * them soon.
   */
  public static List<Integer> take(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new ClusterException("the system gave no free port", e);
    } finally {
      sockets.forEach(FreePorts::close);
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new ClusterException("could not close port " + socket.getLocalPort(), e);
    }
  }
}

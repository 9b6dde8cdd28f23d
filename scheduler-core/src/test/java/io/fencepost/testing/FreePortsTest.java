package io.fencepost.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void ports_differ_areFree_andAreNoneThatTheSystemGivesAway() throws IOException {
    List<Integer> ports = new ArrayList<>(FreePorts.take(20));
    ports.addAll(FreePorts.take(20));

    assertThat(ports).hasSize(40).doesNotHaveDuplicates();
    try (ServerSocket given = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ports).allMatch(port -> port < given.getLocalPort());
    }
    for (int port : ports) {
      try (ServerSocket mine = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(mine.isBound()).isTrue();
      }
    }
  }
}

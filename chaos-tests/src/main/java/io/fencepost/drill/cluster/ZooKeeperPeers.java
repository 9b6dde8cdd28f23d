package io.fencepost.drill.cluster;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.network.Link;
import io.fencepost.testing.FreePorts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the servers of an ensemble reach each other. Whom a server follows it reaches over a {@link
 * Link}: in its own configuration stand the ports of its links, not those of the others. Elections
 * go directly.
 */
final class ZooKeeperPeers implements AutoCloseable {
  /** How long after it was elected a leader may take until it listens. */
  private static final Duration LISTENING = Duration.ofSeconds(1);

  private final int servers;
  private final List<Integer> quorumPorts;
  private final List<Integer> electionPorts;
  private final Map<Path, Link> links = new HashMap<>();

  private record Path(int from, int to) {}

  ZooKeeperPeers(int servers) {
    this.servers = servers;
    List<Integer> ports = FreePorts.take(2 * servers);
    quorumPorts = ports.subList(0, servers);
    electionPorts = ports.subList(servers, 2 * servers);
    for (int from = 0; from < servers; from++) {
      for (int to = 0; to < servers; to++) {
        if (from != to) {
          String name = "zookeeper-" + (from + 1) + " to zookeeper-" + (to + 1);
          links.put(new Path(from, to), new Link(name, quorumPorts.get(to), LISTENING));
        }
      }
    }
  }

  /** The path on which one server follows another; both counted from 0. */
  Link link(int from, int to) {
    return requireNonNull(links.get(new Path(from, to)), "a server does not follow itself");
  }

  /** The lines of a server's configuration that name all servers; none if there is only one. */
  String config(int server) {
    return servers == 1
        ? ""
        : IntStream.range(0, servers)
            .mapToObj(peer -> line(server, peer))
            .collect(Collectors.joining("\n"));
  }

  private String line(int server, int peer) {
    int quorumPort = server == peer ? quorumPorts.get(peer) : link(server, peer).port();
    return "server." + (peer + 1) + "=127.0.0.1:" + quorumPort + ":" + electionPorts.get(peer);
  }

  @Override
  public void close() {
    links.values().forEach(Link::close);
  }
}

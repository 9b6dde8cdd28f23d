package io.fencepost.drill.cluster;

import io.fencepost.drill.network.Link;
import io.fencepost.time.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the servers of an ensemble reach each other. Whom a server follows it reaches over a {@link
 * Link}: in its own configuration stand the ports of its links, not those of the others. Elections
 * go directly.
 */
final class ZooKeeperPeers implements AutoCloseable {
  private final int servers;
  private final List<Integer> quorumPorts;
  private final List<Integer> electionPorts;
  private final List<Link> links = new ArrayList<>();

  ZooKeeperPeers(int servers, Ticker ticker) {
    this.servers = servers;
    List<Integer> ports = FreePorts.take(2 * servers);
    quorumPorts = ports.subList(0, servers);
    electionPorts = ports.subList(servers, 2 * servers);
    for (int from = 0; from < servers; from++) {
      for (int to = 0; to < servers; to++) {
        String name = "zookeeper-" + (from + 1) + " to zookeeper-" + (to + 1);
        links.add(new Link(name, quorumPorts.get(to), ticker));
      }
    }
  }

  /** The path on which one server follows another; both counted from 0. */
  Link link(int from, int to) {
    return links.get(from * servers + to);
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
    links.forEach(Link::close);
  }
}

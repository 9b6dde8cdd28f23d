package io.fencepost.drill.cluster;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.network.Link;
import io.fencepost.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/**
 * A ZooKeeper ensemble of child JVMs, one per server. What it wrote survives its processes, but not
 * a crash of the machine: it does not sync to disk.
 */
public final class ZooKeeperEnsemble implements CoordinationCluster {
  private final Settings settings;
  private final List<ZooKeeperMember> members;
  private final ZooKeeperPeers peers;

  private ZooKeeperEnsemble(
      Settings settings, List<ZooKeeperMember> members, ZooKeeperPeers peers) {
    this.settings = settings;
    this.peers = peers;
    this.members = List.copyOf(members);
  }

  /**
   * How an ensemble is set up.
   *
   * @param servers 1 or 3
   * @param tick the grain of session expiry; sessions last 2 to 120 ticks
   * @param startTimeout how long its servers may take until they serve
   */
  public record Settings(int servers, Duration tick, Duration startTimeout) {
    /** Three servers, ticks of 500 ms, up within a minute. */
    public static final Settings DEFAULT =
        new Settings(3, Duration.ofMillis(500), Duration.ofMinutes(1));

    public Settings {
      requireNonNull(tick, "tick is null");
      requireNonNull(startTimeout, "startTimeout is null");
      if (servers != 1 && servers != 3) {
        throw new IllegalArgumentException("servers is " + servers + ", allowed: 1 or 3");
      }
    }

    public Settings withServers(int value) {
      return new Settings(value, tick, startTimeout);
    }
  }

  /**
   * Starts the servers and waits until all of them serve.
   *
   * @param directory for their data and logs; without those of an earlier ensemble
   * @throws ClusterException naming the server that does not serve, with the end of its log
   */
  public static ZooKeeperEnsemble start(Settings settings, Path directory) {
    List<ZooKeeperMember> members = new ArrayList<>();
    List<Integer> ports = FreePorts.take(settings.servers());
    ZooKeeperPeers peers = new ZooKeeperPeers(settings.servers());
    try {
      for (int i = 0; i < settings.servers(); i++) {
        members.add(start(settings, directory, i, ports.get(i), peers.config(i)));
      }
      ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(settings, members, peers);
      ensemble.awaitServing();
      return ensemble;
    } catch (RuntimeException e) {
      members.forEach(ZooKeeperMember::close);
      peers.close();
      throw e;
    }
  }

  private static ZooKeeperMember start(
      Settings settings, Path directory, int index, int clientPort, String peers) {
    String name = "zookeeper-" + (index + 1);
    Path data = DataDirectory.make(directory.resolve(name));
    Path config = directory.resolve(name + ".cfg");
    try {
      Files.writeString(data.resolve("myid"), Integer.toString(index + 1));
      Files.writeString(config, config(settings, data, clientPort, peers));
    } catch (IOException e) {
      throw new ClusterException("could not write the configuration of " + name, e);
    }
    Launch launch =
        new Launch(name, QuorumPeerMain.class.getName(), directory)
            .property("zookeeper.forceSync", "no")
            .property("zookeeper.preAllocSize", "1024")
            .property("zookeeper.jmx.log4j.disable", "true")
            .argument(config.toAbsolutePath().toString());
    return new ZooKeeperMember(launch, clientPort, data);
  }

  private static String config(Settings settings, Path data, int clientPort, String peers) {
    long tickMillis = settings.tick().toMillis();
    return String.join(
        "\n",
        "tickTime=" + tickMillis,
        "initLimit=20",
        "syncLimit=4",
        "maxSessionTimeout=" + 120 * tickMillis,
        "maxClientCnxns=0",
        "dataDir=" + data.toAbsolutePath(),
        "clientPort=" + clientPort,
        "clientPortAddress=127.0.0.1",
        "admin.enableServer=false",
        "4lw.commands.whitelist=srvr",
        peers);
  }

  @Override
  public void awaitServing() {
    for (ZooKeeperMember member : members) {
      if (!Await.holdsWithin(settings.startTimeout(), member::serves)) {
        throw new ClusterException(
            member.name()
                + " did not serve within "
                + settings.startTimeout().toMillis()
                + " ms"
                + member.process().tailOfLog());
      }
    }
  }

  /** {@code 127.0.0.1:40001,127.0.0.1:40002,127.0.0.1:40003}. */
  public String connectString() {
    return connectString(members.stream().map(ZooKeeperMember::clientPort).toList());
  }

  private static String connectString(List<Integer> ports) {
    return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
  }

  @Override
  public List<ZooKeeperMember> members() {
    return members;
  }

  @Override
  public Optional<ZooKeeperMember> leader() {
    return members.stream()
        .filter(member -> member.mode().filter(mode -> !mode.equals("follower")).isPresent())
        .findFirst();
  }

  /** The path on which a follower talks to its leader. */
  public Link link(ZooKeeperMember from, ZooKeeperMember to) {
    return peers.link(members.indexOf(from), members.indexOf(to));
  }

  public Duration tick() {
    return settings.tick();
  }

  @Override
  public String backend() {
    return Coordination.ZOOKEEPER.toString();
  }

  @Override
  public Map<String, String> settings(List<Integer> ports) {
    return Map.of("connect", connectString(ports), "tick", tick().toMillis() + " ms");
  }

  /** One tick of rounding, and one until a follower has reported the session's last sign. */
  @Override
  public Duration grain() {
    return tick().multipliedBy(2);
  }

  @Override
  public void close() {
    members.forEach(ZooKeeperMember::close);
    peers.close();
  }
}

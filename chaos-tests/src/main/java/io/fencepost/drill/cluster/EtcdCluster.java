package io.fencepost.drill.cluster;

import static java.util.Objects.requireNonNull;

import io.fencepost.testing.FreePorts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An etcd cluster of child processes, from the {@code etcd} on the PATH. What it wrote survives its
 * processes, but not a crash of the machine: it does not sync to disk.
 */
public final class EtcdCluster implements CoordinationCluster {
  /** How often the leader looks for leases that are over. */
  private static final Duration LEASE_SCAN = Duration.ofMillis(500);

  private final Settings settings;
  private final List<EtcdMember> members;

  private EtcdCluster(Settings settings, List<EtcdMember> members) {
    this.settings = settings;
    this.members = List.copyOf(members);
  }

  /**
   * How a cluster is set up.
   *
   * @param servers 1 or 3
   * @param startTimeout how long its servers may take until they serve
   */
  public record Settings(int servers, Duration startTimeout) {
    /** Three servers, up within a minute. */
    public static final Settings DEFAULT = new Settings(3, Duration.ofMinutes(1));

    public Settings {
      requireNonNull(startTimeout, "startTimeout is null");
      if (servers != 1 && servers != 3) {
        throw new IllegalArgumentException("servers is " + servers + ", allowed: 1 or 3");
      }
    }

    public Settings withServers(int value) {
      return new Settings(value, startTimeout);
    }
  }

  /**
   * Starts the servers and waits until all of them serve.
   *
   * @param directory for their data and logs; without those of an earlier cluster
   * @throws ClusterException saying what to install if there is no etcd; or naming the server that
   *     does not serve, with the end of its log
   */
  public static EtcdCluster start(Settings settings, Path directory) {
    String binary = binary();
    List<Integer> ports = FreePorts.take(settings.servers() * 2);
    String peers =
        IntStream.range(0, settings.servers())
            .mapToObj(i -> name(i) + "=" + url(ports.get(settings.servers() + i)))
            .collect(Collectors.joining(","));
    List<EtcdMember> members = new ArrayList<>();
    try {
      for (int i = 0; i < settings.servers(); i++) {
        String peer = url(ports.get(settings.servers() + i));
        String client = url(ports.get(i));
        Path data = DataDirectory.make(directory.resolve(name(i)));
        List<String> command =
            List.of(
                binary,
                "--name",
                name(i),
                "--data-dir",
                data.toAbsolutePath().toString(),
                "--listen-client-urls",
                client,
                "--advertise-client-urls",
                client,
                "--listen-peer-urls",
                peer,
                "--initial-advertise-peer-urls",
                peer,
                "--initial-cluster",
                peers,
                "--log-level",
                "warn",
                "--unsafe-no-fsync");
        members.add(new EtcdMember(name(i), command, directory, data, ports.get(i)));
      }
      EtcdCluster cluster = new EtcdCluster(settings, members);
      cluster.awaitServing();
      return cluster;
    } catch (RuntimeException e) {
      members.forEach(EtcdMember::close);
      throw e;
    }
  }

  private static String name(int index) {
    return "etcd-" + (index + 1);
  }

  static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  private static String binary() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "etcd"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new ClusterException(
                    "there is no etcd on the PATH: install it (Debian, Ubuntu: apt-get install"
                        + " etcd-server; macOS: brew install etcd)"))
        .toString();
  }

  @Override
  public String backend() {
    return Coordination.ETCD.toString();
  }

  @Override
  public Map<String, String> settings(List<Integer> ports) {
    return Map.of("endpoints", endpoints(ports));
  }

  /** {@code http://127.0.0.1:40001,http://127.0.0.1:40002}. */
  public String endpoints() {
    return endpoints(members.stream().map(EtcdMember::clientPort).toList());
  }

  private static String endpoints(List<Integer> ports) {
    return ports.stream().map(EtcdCluster::url).collect(Collectors.joining(","));
  }

  @Override
  public Duration grain() {
    return LEASE_SCAN;
  }

  @Override
  public List<EtcdMember> members() {
    return members;
  }

  @Override
  public Optional<EtcdMember> leader() {
    return members.stream().filter(EtcdMember::leads).findFirst();
  }

  @Override
  public void awaitServing() {
    for (EtcdMember member : members) {
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

  @Override
  public void close() {
    members.forEach(EtcdMember::close);
  }
}

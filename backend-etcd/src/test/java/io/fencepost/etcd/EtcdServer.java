package io.fencepost.etcd;

import io.fencepost.testing.FreePorts;
import io.fencepost.time.Ticker;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One member of an etcd cluster, as a process that this one has started and ends with it. Needs
 * {@code etcd} on the PATH.
 */
public final class EtcdServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(20);

  private final Path directory;
  private final int port;
  private final List<String> command;
  private final Thread reaper = new Thread(this::kill, "etcd-reaper");
  private Process process;

  private EtcdServer(
      Path directory, String name, int port, int peerPort, String cluster, List<String> more) {
    this.directory = directory;
    this.port = port;
    String scheme = more.contains("--cert-file") ? "https" : "http";
    String client = scheme + "://127.0.0.1:" + port;
    String peer = "http://127.0.0.1:" + peerPort;
    this.command = new ArrayList<>();
    command.addAll(List.of(binary(), "--name", name, "--unsafe-no-fsync"));
    command.addAll(List.of("--data-dir", directory.resolve("data").toString()));
    command.addAll(List.of("--listen-client-urls", client, "--advertise-client-urls", client));
    command.addAll(List.of("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer));
    command.addAll(List.of("--initial-cluster", cluster, "--log-level", "warn"));
    command.addAll(more);
    this.process = launch();
    Runtime.getRuntime().addShutdownHook(reaper);
  }

  /**
   * Starts a cluster of one and waits until it serves.
   *
   * @param more command line options
   */
  public static EtcdServer start(Path directory, String... more) {
    EtcdServer server = cluster(directory, 1, more).get(0);
    server.awaitPort();
    return server;
  }

  /** Starts a cluster and waits until its members listen. */
  public static List<EtcdServer> startCluster(Path directory, int members, String... more) {
    List<EtcdServer> servers = cluster(directory, members, more);
    servers.forEach(EtcdServer::awaitPort);
    return servers;
  }

  private static List<EtcdServer> cluster(Path directory, int members, String... more) {
    List<Integer> ports = FreePorts.take(2 * members);
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      peers.add("m" + i + "=http://127.0.0.1:" + ports.get(members + i));
    }
    String cluster = String.join(",", peers);
    List<EtcdServer> servers = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      Path home = directory.resolve("m" + i);
      try {
        Files.createDirectories(home);
      } catch (IOException e) {
        throw new IllegalStateException("cannot make " + home, e);
      }
      servers.add(
          new EtcdServer(
              home, "m" + i, ports.get(i), ports.get(members + i), cluster, List.of(more)));
    }
    return servers;
  }

  /** A client URL. */
  public String endpoint() {
    return (command.contains("--cert-file") ? "https" : "http") + "://127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  /** What the process has printed so far. */
  public String output() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      return "no output: " + e.getMessage();
    }
  }

  /** SIGSTOP. */
  public void pause() {
    signal("-STOP");
  }

  /** SIGCONT. */
  public void resume() {
    signal("-CONT");
  }

  /** SIGKILL; what it has stored stays. */
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts again after {@link #kill}, on the same ports and data, with these options too. */
  public void startAgain(String... more) {
    command.addAll(List.of(more));
    process = launch();
    awaitPort();
  }

  @Override
  public void close() {
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(reaper);
    } catch (IllegalStateException shuttingDown) {
      // Then the hook has nothing left to do.
    }
  }

  private static String binary() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "etcd"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no etcd on the PATH: install it (Debian, Ubuntu: apt-get install etcd-server;"
                        + " macOS: brew install etcd)"))
        .toString();
  }

  private Path log() {
    return directory.resolve("etcd.log");
  }

  private Process launch() {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
          .start();
    } catch (IOException e) {
      throw new IllegalStateException("etcd does not start: " + e.getMessage(), e);
    }
  }

  private void awaitPort() {
    long until = Ticker.system().nanos() + PATIENCE.toNanos();
    while (!listens()) {
      if (!process.isAlive() || Ticker.system().nanos() - until > 0) {
        String output = output();
        kill();
        throw new IllegalStateException("etcd does not listen on port " + port + ":\n" + output);
      }
      try {
        TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void signal(String name) {
    try {
      int code =
          new ProcessBuilder("kill", name, Long.toString(pid())).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill " + name + " " + pid() + " answered " + code);
      }
    } catch (IOException e) {
      throw new IllegalStateException("no kill", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}

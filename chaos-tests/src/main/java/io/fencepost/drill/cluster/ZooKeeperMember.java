package io.fencepost.drill.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** One server of a {@link ZooKeeperEnsemble}. Thread-safe. */
public final class ZooKeeperMember implements CoordinationMember {
  private static final int ANSWER_MILLIS = 1000;

  private final Launch launch;
  private final int clientPort;
  private final Path data;
  private volatile ChildProcess process;

  ZooKeeperMember(Launch launch, int clientPort, Path data) {
    this.launch = launch;
    this.clientPort = clientPort;
    this.data = data;
    process = launch.start();
  }

  @Override
  public String name() {
    return launch.name();
  }

  @Override
  public int clientPort() {
    return clientPort;
  }

  /** Where its snapshots and transaction logs are, and its number. */
  @Override
  public Path data() {
    return data;
  }

  @Override
  public ChildProcess process() {
    return process;
  }

  @Override
  public synchronized void restart() {
    if (process.isAlive()) {
      throw new ClusterException(process + " still runs");
    }
    process = launch.start();
  }

  /** {@code leader}, {@code follower} or {@code standalone}; empty while it does not serve. */
  public Optional<String> mode() {
    return ask("srvr")
        .flatMap(
            answer ->
                answer
                    .lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst());
  }

  boolean serves() {
    if (!process.isAlive()) {
      throw new ClusterException(name() + " ended before it served" + process.tailOfLog());
    }
    return mode().isPresent();
  }

  private Optional<String> ask(String word) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), clientPort)) {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      return Optional.of(
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}

package io.fencepost.drill.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One server of an {@link EtcdCluster}. Thread-safe. */
public final class EtcdMember implements CoordinationMember {
  private static final int ANSWER_MILLIS = 1000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final List<String> command;
  private final Path directory;
  private final Path data;
  private final int clientPort;
  private volatile ChildProcess process;

  EtcdMember(String name, List<String> command, Path directory, Path data, int clientPort) {
    this.name = name;
    this.command = List.copyOf(command);
    this.directory = directory;
    this.data = data;
    this.clientPort = clientPort;
    process = ChildProcess.start(name, command, directory);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int clientPort() {
    return clientPort;
  }

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
    process = ChildProcess.start(name, command, directory);
  }

  /** Whether it takes itself for the leader. */
  public boolean leads() {
    return status()
        .filter(s -> s.path("leader").asText("0").equals(s.at("/header/member_id").asText()))
        .isPresent();
  }

  boolean serves() {
    if (!process.isAlive()) {
      throw new ClusterException(name + " ended before it served" + process.tailOfLog());
    }
    return status().filter(s -> !s.path("leader").asText("0").equals("0")).isPresent();
  }

  /** Its own word, through its gateway for JSON; empty while it does not answer. */
  private Optional<JsonNode> status() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create(EtcdCluster.url(clientPort) + "/v3/maintenance/status")
                  .toURL()
                  .openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS);
      connection.setReadTimeout(ANSWER_MILLIS);
      connection.setRequestMethod("POST");
      connection.setDoOutput(true);
      try (OutputStream body = connection.getOutputStream()) {
        body.write("{}".getBytes(StandardCharsets.US_ASCII));
      }
      return Optional.of(JSON.readTree(connection.getInputStream().readAllBytes()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}

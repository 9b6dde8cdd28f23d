package io.fencepost.drill.cluster;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The replicas of the service under test: child JVMs with the same main class. Each is told its
 * node id and its history file by system property ({@link Replica}). Not thread-safe.
 */
public final class Replicas implements AutoCloseable {
  private final String mainClass;
  private final Path directory;
  private final Consumer<Launch> configure;
  private final Map<String, Replica> current = new LinkedHashMap<>();
  private final List<Replica> started = new ArrayList<>();

  /**
   * @param mainClass a main class on this JVM's class path, or on the one that {@code configure}
   *     gives
   * @param directory for logs and histories
   * @param configure adds what the replicas need: properties, arguments, a class path
   */
  public Replicas(String mainClass, Path directory, Consumer<Launch> configure) {
    this.mainClass = requireNonNull(mainClass, "mainClass is null");
    this.directory = requireNonNull(directory, "directory is null");
    this.configure = requireNonNull(configure, "configure is null");
  }

  /** Starts {@code n1} to {@code n<count>}. Does not wait until they work. */
  public Replicas start(int count) {
    for (int i = 1; i <= count; i++) {
      start("n" + i);
    }
    return this;
  }

  /**
   * Starts a node, or starts it again after its process has ended.
   *
   * @throws ClusterException if it still runs
   */
  public Replica start(String node) {
    Replica before = current.get(node);
    if (before != null && before.process().isAlive()) {
      throw new ClusterException(before + " still runs");
    }
    Replica replica = launch(node, node);
    current.put(node, replica);
    return replica;
  }

  /**
   * Starts one more process that has a node's id, as a mistaken deploy does it. It has its own
   * launch name, {@code <node>-twin}, and is not that node's process for {@link #node}.
   */
  public Replica startTwin(String node) {
    return launch(node, node + "-twin");
  }

  private Replica launch(String node, String name) {
    long times = 1 + started.stream().filter(r -> r.process().name().equals(name)).count();
    Path history = directory.resolve("history").resolve(name + "-" + times + ".jsonl");
    Launch launch =
        new Launch(name, mainClass, directory)
            .property(Replica.NODE_PROPERTY, node)
            .property(Replica.HISTORY_PROPERTY, history.toAbsolutePath().toString());
    configure.accept(launch);
    Replica replica = new Replica(node, launch.start(), history);
    started.add(replica);
    return replica;
  }

  /** The last process of each node, in the order of their first start. */
  public List<Replica> all() {
    return List.copyOf(current.values());
  }

  /** The last process of a node. */
  public Replica node(String node) {
    Replica replica = current.get(node);
    if (replica == null) {
      throw new IllegalArgumentException("no node '" + node + "'; there are " + current.keySet());
    }
    return replica;
  }

  /** Where the histories of all processes are, of the dead ones too. */
  public Path histories() {
    return directory.resolve("history");
  }

  /** Kills them all, the stopped ones too. */
  @Override
  public void close() {
    started.forEach(replica -> replica.process().close());
  }
}

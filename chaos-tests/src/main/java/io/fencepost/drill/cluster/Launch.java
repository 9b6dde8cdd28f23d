package io.fencepost.drill.cluster;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a child JVM is started. The same launch can be started again after its process has ended. Not
 * thread-safe.
 */
public final class Launch {
  private static final List<String> SMALL_AND_QUICK =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto");

  private final String name;
  private final String mainClass;
  private final Path directory;
  private String classPath = System.getProperty("java.class.path");
  private int heapMegabytes = 128;
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final List<String> arguments = new ArrayList<>();

  /**
   * @param name for people, and of the log file {@code <name>.log}
   * @param directory where the process runs and logs
   */
  public Launch(String name, String mainClass, Path directory) {
    this.name = requireNonNull(name, "name is null");
    this.mainClass = requireNonNull(mainClass, "mainClass is null");
    this.directory = directory.toAbsolutePath();
    property("logback.configurationFile", "io/fencepost/drill/cluster/child-logback.xml");
  }

  public String name() {
    return name;
  }

  /** Default: the class path of this JVM. */
  public Launch classPath(String value) {
    classPath = requireNonNull(value, "value is null");
    return this;
  }

  /** The most heap it may use; default 128. */
  public Launch heapMegabytes(int value) {
    heapMegabytes = value;
    return this;
  }

  /** Sets a system property of the child. */
  public Launch property(String key, String value) {
    properties.put(requireNonNull(key, "key is null"), requireNonNull(value, "value is null"));
    return this;
  }

  public Launch argument(String value) {
    arguments.add(requireNonNull(value, "value is null"));
    return this;
  }

  /**
   * Starts the process; its output goes to the end of its log file.
   *
   * @throws ClusterException if it cannot be started
   */
  public ChildProcess start() {
    return ChildProcess.start(name, command(), directory);
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SMALL_AND_QUICK);
    command.add("-Xmx" + heapMegabytes + "m");
    properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    return command;
  }
}

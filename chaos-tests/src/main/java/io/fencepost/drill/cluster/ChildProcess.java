package io.fencepost.drill.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A running child of this JVM. It is killed when this JVM ends. Thread-safe. */
public final class ChildProcess implements AutoCloseable {
  private static final Duration DEATH = Duration.ofSeconds(10);

  private final String name;
  private final Process process;
  private final Path log;

  private ChildProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    Reaper.watch(process.pid());
    var unused = process.onExit().thenAccept(ended -> Reaper.forget(ended.pid()));
  }

  /**
   * Starts a program; its output goes to the end of {@code <name>.log}.
   *
   * @param directory where it runs and logs
   * @throws ClusterException if it cannot be started
   */
  static ChildProcess start(String name, List<String> command, Path directory) {
    try {
      Files.createDirectories(directory);
      Path log = directory.resolve(name + ".log");
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()))
              .start();
      return new ChildProcess(name, process, log);
    } catch (IOException e) {
      throw new ClusterException("could not start " + name, e);
    }
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  /** Where its output goes. */
  public Path log() {
    return log;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public ProcessState state() {
    return ProcessState.of(pid());
  }

  /**
   * Sends it a signal.
   *
   * @throws ClusterException if it has ended
   */
  public void signal(Signal signal) {
    signal.send(pid());
  }

  /**
   * Writes a line to its standard input.
   *
   * @throws ClusterException if it has ended
   */
  public void send(String line) {
    OutputStream input = process.getOutputStream();
    synchronized (this) {
      try {
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
      } catch (IOException e) {
        throw new ClusterException("could not write '" + line + "' to " + name + tailOfLog(), e);
      }
    }
  }

  /** Its exit code, once it has ended. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Whether it ends in time. */
  public boolean awaitExit(Duration atMost) {
    try {
      return process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while waiting for the end of " + name, e);
    }
  }

  /** The last lines of its output, for error messages. */
  public List<String> tail(int lines) {
    try {
      // Not readAllLines: a line that is being written may end inside a character.
      List<String> all =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size());
    } catch (IOException e) {
      return List.of("(" + log + " cannot be read: " + e.getMessage() + ")");
    }
  }

  /** The end of its log, ready to be appended to a message. */
  String tailOfLog() {
    return "\n--- end of " + log + ":\n" + String.join("\n", tail(40)) + "\n---";
  }

  /** Kills it, also if it is stopped, and waits for its end. Idempotent. */
  @Override
  public void close() {
    process.destroyForcibly();
    if (!awaitExit(DEATH)) {
      throw new ClusterException(name + " (process " + pid() + ") survived SIGKILL");
    }
  }

  @Override
  public String toString() {
    return name + " (process " + pid() + ")";
  }
}

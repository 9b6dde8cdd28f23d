package io.fencepost.drill.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fencepost.time.Ticker;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;

/**
 * Writes the history of one process. {@link #write} returns when the kernel has the line, so it
 * survives the death of the process. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {
  private final String node;
  private final UUID process;
  private final Clock clock;
  private final Ticker ticker;

  // Not a FileChannel: that is closed for good when an interrupted thread writes to it.
  @GuardedBy("this")
  private final OutputStream file;

  /**
   * @param file is created; no other process may write to it
   * @param process new for each process
   * @param clock the machine's, not one that a drill has put forward
   */
  public HistoryWriter(Path file, String node, UUID process, Clock clock, Ticker ticker) {
    this.node = requireNonNull(node, "node is null");
    this.process = requireNonNull(process, "process is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      this.file = new FileOutputStream(file.toFile(), true);
    } catch (IOException e) {
      throw new UncheckedIOException("could not open history " + file, e);
    }
  }

  public UUID process() {
    return process;
  }

  /** Adds who and when, and writes it. */
  public synchronized HistoryEvent write(Draft draft) {
    HistoryEvent event = draft.stamped(node, process, clock.instant(), ticker.nanos());
    try {
      file.write((DrillJson.write(event) + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("could not write " + event, e);
    }
    return event;
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

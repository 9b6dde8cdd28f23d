package io.fencepost.spi;

import io.fencepost.JobKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps what a session noticed, for a test to wait for. */
public final class RecordedHints implements SessionHints {
  private final BlockingQueue<String> hints = new LinkedBlockingQueue<>();

  @Override
  public void queueChanged(JobKey job) {
    hints.add("queueChanged " + job);
  }

  @Override
  public void reconnected() {
    hints.add("reconnected");
  }

  @Override
  public void ended(String why) {
    hints.add("ended");
  }

  /** Those that came and were not waited for, so far. */
  public List<String> seen() {
    List<String> seen = new ArrayList<>();
    hints.drainTo(seen);
    return seen;
  }

  /** Waits for this hint; others that come before it are forgotten. */
  public void await(String hint, Duration atMost) {
    try {
      String next;
      do {
        next = hints.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
      } while (next != null && !next.equals(hint));
      if (next == null) {
        throw new AssertionError("no hint '" + hint + "' within " + atMost);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for the hint '" + hint + "'", e);
    }
  }
}

package io.fencepost.drill.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lets the bytes of one direction through, late or not yet. Thread-safe. */
final class Gate {
  private final Ticker ticker;

  @GuardedBy("this")
  private boolean open = true;

  @GuardedBy("this")
  private Duration delay = Duration.ZERO;

  @GuardedBy("this")
  private int heldBack;

  Gate(Ticker ticker) {
    this.ticker = ticker;
  }

  synchronized void hold() {
    open = false;
  }

  synchronized void delay(Duration by) {
    delay = by;
  }

  /** What waits goes through now. */
  synchronized void open() {
    open = true;
    delay = Duration.ZERO;
    notifyAll();
  }

  /** Whether something waits that would not if the gate were open. */
  synchronized boolean holdsBack() {
    return heldBack > 0;
  }

  /**
   * Returns when bytes may go through.
   *
   * @param sinceNanos when they came to the gate
   * @throws InterruptedException if the thread is interrupted
   */
  synchronized void pass(long sinceNanos) throws InterruptedException {
    heldBack++;
    try {
      for (long late = late(sinceNanos); !open || late > 0; late = late(sinceNanos)) {
        // Zero would mean for ever, which is right only while the gate is closed.
        wait(open ? TimeUnit.NANOSECONDS.toMillis(late) + 1 : 0);
      }
    } finally {
      heldBack--;
    }
  }

  @GuardedBy("this")
  private long late(long sinceNanos) {
    return delay.toNanos() - (ticker.nanos() - sinceNanos);
  }
}

package io.fencepost.engine;

import io.fencepost.time.Ticker;
import java.time.Duration;

/**
 * Until when this node may act: the send time of its last acknowledged renewal, plus the lease,
 * minus a margin, on the monotonic clock. Written by the engine, read by handlers on their own
 * threads.
 */
final class LeaseDeadline {
  private final Ticker ticker;
  private volatile long deadlineNanos;
  private volatile boolean live;

  LeaseDeadline(Ticker ticker) {
    this.ticker = ticker;
  }

  void extendTo(long nanos) {
    deadlineNanos = nanos;
    live = true;
  }

  void end() {
    live = false;
  }

  boolean passed() {
    return passedAt(ticker.nanos());
  }

  /** Whether it had passed at an instant that the ticker has just shown. */
  boolean passedAt(long nanos) {
    return !live || deadlineNanos - nanos <= 0;
  }

  Duration remaining() {
    return live ? Duration.ofNanos(Math.max(0, deadlineNanos - ticker.nanos())) : Duration.ZERO;
  }
}

package io.fencepost.time;

import java.time.Duration;

/** Calls something back later, on the monotonic clock. */
public interface Timers {
  /** Runs the task once after the delay, on a thread of the timers' own; it must not block. */
  Handle after(Duration delay, Runnable task);

  /** A timer that was set. */
  @FunctionalInterface
  interface Handle {
    /** Cancels the timer if it has not fired. */
    void cancel();
  }
}

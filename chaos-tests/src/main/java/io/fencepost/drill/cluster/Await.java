package io.fencepost.drill.cluster;

import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do, by looking again and again. */
public final class Await {
  private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(10).toNanos();

  private Await() {}

  /**
   * Returns once the condition holds.
   *
   * @param what completes "waited in vain for ..."
   * @throws ClusterException if it does not hold in time, or the thread is interrupted (which stays
   *     set)
   */
  public static void until(String what, Duration atMost, BooleanSupplier condition) {
    if (!holdsWithin(atMost, condition)) {
      throw new ClusterException("waited " + atMost.toMillis() + " ms in vain for " + what);
    }
  }

  /**
   * Whether the condition comes to hold in time.
   *
   * @throws ClusterException if the thread is interrupted
   */
  public static boolean holdsWithin(Duration atMost, BooleanSupplier condition) {
    Ticker ticker = Ticker.system();
    long start = ticker.nanos();
    while (!condition.getAsBoolean()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new ClusterException("interrupted while waiting");
      }
      if (ticker.nanos() - start > atMost.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return true;
  }

  /** Lets time pass, for faults that last a given time. */
  public static void pass(Duration time) {
    holdsWithin(time, () -> false);
  }
}

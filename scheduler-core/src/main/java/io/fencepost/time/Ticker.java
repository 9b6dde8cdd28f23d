package io.fencepost.time;

/** Monotonic time for leases and timeouts. Its values mean nothing but their differences. */
@FunctionalInterface
public interface Ticker {
  long nanos();

  /** The JVM's monotonic clock. It goes on while the process is paused. */
  @ReadsSystemTime
  static Ticker system() {
    return System::nanoTime;
  }
}

package io.fencepost.time;

import java.time.Clock;

/** The system's wall clock. */
public final class SystemClock {
  private SystemClock() {}

  @ReadsSystemTime
  public static Clock utc() {
    return Clock.systemUTC();
  }
}

package io.fencepost.jdbc;

import io.fencepost.FencepostException;
import io.fencepost.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long the sink's own transactions may hold up a successor.
 *
 * @param lock how long a statement waits for a lock
 * @param idle how long a transaction may stand without a statement before the server ends it
 * @param resolve how long a lost commit reply is looked into
 */
record Limits(Duration lock, Duration idle, Duration resolve) {
  /**
   * @throws FencepostException naming what does not stay below the scheduler's lease
   */
  void requireBelow(Duration lease, String sink) {
    List<String> above = new ArrayList<>();
    if (lock.compareTo(lease) >= 0) {
      above.add("lockTimeout = " + Durations.text(lock));
    }
    if (idle.compareTo(lease) >= 0) {
      above.add("idleTimeout = " + Durations.text(idle));
    }
    if (!above.isEmpty()) {
      throw new FencepostException(
          "sink '"
              + sink
              + "' has "
              + String.join(" and ", above)
              + ", but the scheduler's lease is "
              + Durations.text(lease)
              + ": a paused holder would keep its successor out for longer. Build the sink with"
              + " JdbcSink.builder(dataSource).lease(...), the value of fencepost.lease (default:"
              + " 10 s), from which its timeouts follow");
    }
  }

  /** Whole seconds, for databases that know nothing finer: rounded down, at least one. */
  static long seconds(Duration duration) {
    return Math.max(1, duration.toSeconds());
  }
}

package io.fencepost.jdbc;

import java.time.Duration;

/**
 * How long the sink's own transactions may hold up a successor.
 *
 * @param lock how long a statement waits for a lock
 * @param idle how long a transaction may stand without a statement before the server ends it
 * @param resolve how long a lost commit reply is looked into
 */
record Limits(Duration lock, Duration idle, Duration resolve) {
  /** Whole seconds, for databases that know nothing finer: rounded down, at least one. */
  static long seconds(Duration duration) {
    return Math.max(1, duration.toSeconds());
  }
}

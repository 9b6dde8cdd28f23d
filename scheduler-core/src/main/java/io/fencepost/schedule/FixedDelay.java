package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A run is due the delay after the end of the run before it, and the first run the delay after the
 * job was first seen.
 *
 * @param delay at least 1 ms
 */
public record FixedDelay(Duration delay) implements Schedule {
  public FixedDelay {
    requireNonNull(delay, "delay is null");
    if (delay.toMillis() < 1) {
      throw new IllegalArgumentException(
          "fixed-delay is " + Durations.text(delay) + ", allowed: at least 1 ms");
    }
  }

  /**
   * When the next run is due.
   *
   * @param end of the run before, or the time at which the job was first seen
   * @param cursor the last occurrence decided on; the next is above it, whatever a clock says
   */
  public Instant after(Instant end, Instant cursor) {
    Instant due = end.plus(delay);
    Instant least = cursor.plusMillis(1);
    return due.isBefore(least) ? least : due;
  }

  @Override
  public String describe() {
    return "fixed delay " + Durations.text(delay);
  }

  @Override
  public Optional<Timetable> timetable() {
    return Optional.empty();
  }
}

package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Due at {@code anchor + k * period} for every whole k from 0. The anchor is explicit, so that all
 * nodes and all restarts agree. Written with the offset UTC. Nothing is due after the year 9998.
 *
 * @param anchor in the years 1000 to 9998
 * @param period at least 1 ms
 */
public record FixedRate(Instant anchor, Duration period) implements Schedule {
  private static final Duration MIN_PERIOD = Duration.ofMillis(1);

  public FixedRate {
    requireNonNull(anchor, "anchor is null");
    requireNonNull(period, "period is null");
    if (!DueRange.contains(anchor)) {
      throw new IllegalArgumentException(
          "fixed-rate's anchor is " + anchor + ", allowed: years 1000 to 9998");
    }
    if (period.compareTo(MIN_PERIOD) < 0) {
      throw new IllegalArgumentException(
          "fixed-rate is " + Durations.text(period) + ", allowed: at least 1 ms");
    }
  }

  @Override
  public String describe() {
    return "every " + Durations.text(period) + " from " + anchor;
  }

  @Override
  public Optional<Timetable> timetable() {
    return Optional.of(new FixedRateTimetable(anchor, period));
  }
}

package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Due at {@code anchor + k * period} for every whole k from 0. The anchor is explicit, so that all
 * nodes and all restarts agree.
 *
 * @param period at least 1 ms
 */
public record FixedRate(Instant anchor, Duration period) implements Schedule {
  public FixedRate {
    requireNonNull(anchor, "anchor is null");
    requireNonNull(period, "period is null");
    if (period.toMillis() < 1) {
      throw new IllegalArgumentException("fixed-rate is " + period + ", allowed: at least 1 ms");
    }
  }

  @Override
  public String describe() {
    return "every " + period + " from " + anchor;
  }

  @Override
  public Optional<Timetable> timetable() {
    throw new UnsupportedOperationException();
  }
}

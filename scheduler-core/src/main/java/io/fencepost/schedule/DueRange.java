package io.fencepost.schedule;

import java.time.Instant;

/**
 * The instants that can be due: years 1000 to 9998, which have four digits in every zone, so that
 * the keys of occurrences have one form.
 */
final class DueRange {
  static final Instant FIRST = Instant.parse("1000-01-01T00:00:00Z");

  /** The first instant after the range. */
  static final Instant END = Instant.parse("9999-01-01T00:00:00Z");

  private DueRange() {}

  static boolean contains(Instant instant) {
    return !instant.isBefore(FIRST) && instant.isBefore(END);
  }
}

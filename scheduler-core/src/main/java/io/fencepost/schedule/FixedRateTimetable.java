package io.fencepost.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** The multiples of a period from an anchor on. */
final class FixedRateTimetable implements Timetable {
  private final Instant anchor;
  private final Duration period;

  FixedRateTimetable(Instant anchor, Duration period) {
    this.anchor = anchor;
    this.period = period;
  }

  @Override
  public Optional<OffsetDateTime> next(Instant after) {
    if (after.isBefore(anchor)) {
      return Optional.of(anchor.atOffset(ZoneOffset.UTC));
    }
    if (!after.isBefore(DueRange.END)) {
      return Optional.empty();
    }
    Duration elapsed = Duration.between(anchor, after);
    Duration intoPeriod = elapsed.minus(period.multipliedBy(elapsed.dividedBy(period)));
    Duration wait = period.minus(intoPeriod);
    // Compared before it is added: a period may be longer than there is time.
    return wait.compareTo(Duration.between(after, DueRange.END)) < 0
        ? Optional.of(after.plus(wait).atOffset(ZoneOffset.UTC))
        : Optional.empty();
  }
}

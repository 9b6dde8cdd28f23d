package io.fencepost.schedule;

import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * The time between two changes of a zone's offset. Inside it, local times and instants rise
 * together, so that gaps and repeats matter at its borders only.
 */
record Stretch(
    ZoneOffset offset, @Nullable ZoneOffsetTransition start, @Nullable ZoneOffsetTransition end) {
  /** The stretch of the instant, which is a whole second. */
  static Stretch of(Instant instant, ZoneRules rules) {
    // The transition before the next second is the last one up to this second.
    return new Stretch(
        rules.getOffset(instant),
        rules.previousTransition(instant.plusSeconds(1)),
        rules.nextTransition(instant));
  }

  /** The first of its local times that is due when this stretch is the pass for it. */
  LocalDateTime opens(LocalDateTime from, RepeatPolicy repeat) {
    if (start == null || !start.isOverlap() || repeat != RepeatPolicy.FIRST) {
      return from;
    }
    LocalDateTime repeated = start.getDateTimeBefore();
    return from.isAfter(repeated) ? from : repeated;
  }

  /** The end, exclusive, of its local times that are due when this stretch is the pass for them. */
  LocalDateTime closes(LocalDateTime limit, RepeatPolicy repeat) {
    if (end == null) {
      return limit;
    }
    LocalDateTime close =
        end.isOverlap() && repeat == RepeatPolicy.LAST
            ? end.getDateTimeAfter()
            : end.getDateTimeBefore();
    return close.isBefore(limit) ? close : limit;
  }

  /** The gap that ends at the instant, if the stretch begins with one there. */
  @Nullable ZoneOffsetTransition gapEndingAt(Instant instant) {
    return start != null && start.isGap() && start.getInstant().equals(instant) ? start : null;
  }
}

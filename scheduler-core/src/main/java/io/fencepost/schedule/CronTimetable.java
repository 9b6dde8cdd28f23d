package io.fencepost.schedule;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * Maps the local times of a cron expression to instants, one {@link Stretch} of constant offset
 * after the other.
 */
final class CronTimetable implements Timetable {
  /**
   * The Gregorian calendar lets 29 February fall on a given day of the week after 40 years at the
   * latest; the rest is room for one that falls into a skipped gap then.
   */
  private static final Duration SEARCHED = Duration.ofDays(100 * 366);

  private final LocalTimes times;
  private final ZoneRules rules;
  private final GapPolicy gap;
  private final RepeatPolicy repeat;

  CronTimetable(LocalTimes times, ZoneRules rules, GapPolicy gap, RepeatPolicy repeat) {
    this.times = times;
    this.rules = rules;
    // Elapsed time has no gaps and no repeats: each instant whose local time matches is due, once.
    this.gap = times.followsElapsedTime() ? GapPolicy.SKIP : gap;
    this.repeat = times.followsElapsedTime() ? RepeatPolicy.BOTH : repeat;
  }

  @Override
  public Optional<OffsetDateTime> next(Instant after) {
    Instant from = firstSecondAfter(after);
    Instant limit = limitOf(from);
    while (from.isBefore(limit)) {
      Stretch stretch = Stretch.of(from, rules);
      Optional<OffsetDateTime> due = firstIn(stretch, from, limit);
      if (due.isPresent()) {
        return due;
      }
      from = stretch.end() == null ? limit : stretch.end().getInstant();
    }
    return Optional.empty();
  }

  private Optional<OffsetDateTime> firstIn(Stretch stretch, Instant from, Instant limit) {
    ZoneOffset offset = stretch.offset();
    if (isShiftedTo(from, stretch)) {
      return Optional.of(from.atOffset(offset));
    }
    return times
        .firstIn(
            stretch.opens(LocalDateTime.ofInstant(from, offset), repeat),
            stretch.closes(LocalDateTime.ofInstant(limit, offset), repeat))
        .map(local -> local.atOffset(offset));
  }

  private boolean isShiftedTo(Instant instant, Stretch stretch) {
    ZoneOffsetTransition missing = stretch.gapEndingAt(instant);
    return gap == GapPolicy.SHIFT
        && missing != null
        && times.firstIn(missing.getDateTimeBefore(), missing.getDateTimeAfter()).isPresent();
  }

  private static Instant firstSecondAfter(Instant after) {
    if (after.isBefore(DueRange.FIRST)) {
      return DueRange.FIRST;
    }
    return after.isBefore(DueRange.END)
        ? Instant.ofEpochSecond(after.getEpochSecond() + 1)
        : DueRange.END;
  }

  private static Instant limitOf(Instant from) {
    Instant limit = from.plus(SEARCHED);
    return limit.isBefore(DueRange.END) ? limit : DueRange.END;
  }
}

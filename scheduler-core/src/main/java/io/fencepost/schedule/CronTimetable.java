package io.fencepost.schedule;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * The instants of a cron expression in a zone. Between two transitions of the zone local time runs
 * on like a clock that nobody touches, so the search goes from stretch to stretch and looks for
 * local times within each.
 *
 * <p>An expression whose hours are {@code *} or a step follows elapsed time: every local time that
 * is shown is due, twice if it is shown twice. Any other follows the calendar: a local time that is
 * skipped is due at the end of the gap, or not at all; one that comes twice is due the first time,
 * the last, or both.
 */
final class CronTimetable implements Timetable {
  /**
   * The Gregorian calendar repeats weekdays of dates within 28 years, but for the 40 around a
   * century without a leap day.
   */
  static final int YEARS_AHEAD = 41;

  private final CronFields fields;
  private final ZoneRules rules;
  private final boolean elapsed;
  private final GapPolicy gap;
  private final RepeatPolicy repeat;

  CronTimetable(CronFields fields, ZoneId zone, GapPolicy gap, RepeatPolicy repeat) {
    this.fields = fields;
    this.rules = zone.getRules();
    this.elapsed = fields.hoursStep();
    this.gap = gap;
    this.repeat = repeat;
  }

  @Override
  public Optional<OffsetDateTime> next(Instant after) {
    Instant from = after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    Instant end = from.plus(YEARS_AHEAD * 366L, ChronoUnit.DAYS);
    // A transition at "from" itself begins the stretch that "from" is in.
    Optional<ZoneOffsetTransition> begin =
        Optional.ofNullable(rules.previousTransition(from.plusNanos(1)));
    while (from.isBefore(end)) {
      Optional<ZoneOffsetTransition> finish = Optional.ofNullable(rules.nextTransition(from));
      Optional<OffsetDateTime> found = within(begin, finish, from, end);
      if (found.isPresent() || finish.isEmpty()) {
        return found;
      }
      from = finish.get().getInstant();
      begin = finish;
    }
    return Optional.empty();
  }

  /** The first instant of the stretch between two transitions that is not before {@code from}. */
  private Optional<OffsetDateTime> within(
      Optional<ZoneOffsetTransition> begin,
      Optional<ZoneOffsetTransition> finish,
      Instant from,
      Instant end) {
    ZoneOffset offset = rules.getOffset(from);
    if (begin.isPresent() && begin.get().getInstant().equals(from) && shifted(begin.get())) {
      return Optional.of(from.atOffset(offset));
    }
    LocalDateTime first = LocalDateTime.ofInstant(from, offset);
    LocalDateTime last =
        LocalDateTime.ofInstant(finish.map(ZoneOffsetTransition::getInstant).orElse(end), offset);
    if (!elapsed && repeat == RepeatPolicy.FIRST && begin.isPresent() && begin.get().isOverlap()) {
      first = later(first, begin.get().getDateTimeBefore());
    }
    if (!elapsed && repeat == RepeatPolicy.LAST && finish.isPresent() && finish.get().isOverlap()) {
      last = finish.get().getDateTimeAfter();
    }
    return fields.next(first, last).map(local -> local.atOffset(offset));
  }

  /** Whether a local time in the gap is due at its end. */
  private boolean shifted(ZoneOffsetTransition transition) {
    return !elapsed
        && gap == GapPolicy.SHIFT
        && transition.isGap()
        && fields.next(transition.getDateTimeBefore(), transition.getDateTimeAfter()).isPresent();
  }

  private static LocalDateTime later(LocalDateTime one, LocalDateTime other) {
    return one.isAfter(other) ? one : other;
  }
}

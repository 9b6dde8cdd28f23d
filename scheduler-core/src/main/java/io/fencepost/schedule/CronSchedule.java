package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;

/**
 * A cron expression in a zone.
 *
 * <p>Five fields are read as UNIX cron reads them: minute, hour, day of month, month, day of week;
 * if both day fields are restricted, a day that matches either is due. Six fields are read as
 * Spring reads them: the same with the second first; a day must match both. Values are numbers,
 * {@code JAN}-{@code DEC} and {@code SUN}-{@code SAT} (0 and 7 are Sunday); {@code *}, lists,
 * ranges and steps; {@code ?} is {@code *} in a day field.
 *
 * @param expression the five or six fields
 * @param zone a fixed zone, never the machine's
 * @param gap for local times that do not exist
 * @param repeat for local times that exist twice
 */
public record CronSchedule(String expression, ZoneId zone, GapPolicy gap, RepeatPolicy repeat)
    implements Schedule {
  /** What becomes of a local time that does not exist because clocks are put forward. */
  public enum GapPolicy {
    /** It is due at the end of the gap. The default. */
    SHIFT,
    /** It is left out. */
    SKIP
  }

  /** When a local time that exists twice, because clocks are put back, is due. */
  public enum RepeatPolicy {
    /** The first time. The default. */
    FIRST,
    /** The second time. */
    LAST,
    /** Both times, as two occurrences. */
    BOTH
  }

  private static final LocalDateTime ANY = LocalDateTime.of(2000, 1, 1, 0, 0);

  /**
   * @throws IllegalArgumentException if the expression is wrong (naming the field) or never fires
   */
  public CronSchedule {
    requireNonNull(expression, "expression is null");
    requireNonNull(zone, "zone is null");
    requireNonNull(gap, "gap is null");
    requireNonNull(repeat, "repeat is null");
    CronFields fields = CronParsing.parse(expression);
    if (fields.next(ANY, ANY.plusYears(CronTimetable.YEARS_AHEAD)).isEmpty()) {
      throw new IllegalArgumentException(
          "cron '" + expression + "' never fires: no date has that day and month");
    }
  }

  /** With the default policies: shifted out of gaps, the first of repeated times. */
  public static CronSchedule of(String expression, ZoneId zone) {
    return new CronSchedule(expression, zone, GapPolicy.SHIFT, RepeatPolicy.FIRST);
  }

  @Override
  public String describe() {
    return "cron '" + expression + "' " + zone;
  }

  @Override
  public Optional<Timetable> timetable() {
    return Optional.of(new CronTimetable(CronParsing.parse(expression), zone, gap, repeat));
  }
}

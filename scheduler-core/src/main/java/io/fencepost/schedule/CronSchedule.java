package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * A cron expression in a zone.
 *
 * <p>The number of fields tells the dialect:
 *
 * <ul>
 *   <li><b>Five: UNIX.</b> {@code minute hour day-of-month month day-of-week}. If neither day field
 *       begins with {@code *}, a day is due that matches <em>either</em>; else it has to match
 *       both.
 *   <li><b>Six: Spring.</b> {@code second minute hour day-of-month month day-of-week}. A day has to
 *       match <em>both</em> day fields. These may also be {@code ?}, which means {@code *}; the day
 *       of month {@code L} (last), {@code L-3} (three days before it), {@code LW} (last from Monday
 *       to Friday), {@code 15W} (the one nearest to the 15th); the day of week {@code FRIL} (last
 *       Friday) and {@code FRI#2} (second).
 * </ul>
 *
 * <p>Each field takes {@code *}, numbers, ranges {@code 1-5}, steps <code>*&#47;15</code>, {@code
 * 5/15} (from 5 to the end) and {@code 1-30/15}, and lists of these. Months may be {@code JAN} to
 * {@code DEC}, days of the week {@code SUN} to {@code SAT}, in any case; Sunday is 0 and 7, and a
 * range of days may run over the end of the week. A step of the days of the week counts from Sunday
 * in UNIX and from Monday in Spring. {@code @yearly}, {@code @monthly}, {@code @weekly},
 * {@code @daily} and {@code @hourly} stand for the five-field expressions that cron gives them.
 *
 * <p><b>When clocks change.</b> A local time that does not exist is due as {@link GapPolicy} has
 * it, one that exists twice as {@link RepeatPolicy} has it. Neither applies if the hour field is
 * {@code *} or a step (a list is neither): such a schedule follows elapsed time, so that both
 * passes of a repeated hour are due and nothing is moved into or out of a gap. No two occurrences
 * share an instant: a shifted time that coincides with another one is one occurrence.
 *
 * <p>An expression that never fires in its zone is refused. Nothing is due before the year 1000 or
 * after 9998.
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

  /**
   * Whatever never fires from here on, for as long as a timetable searches, never fires. A
   * constant, so that all nodes agree.
   */
  private static final Instant REFERENCE = Instant.parse("2020-01-01T00:00:00Z");

  /**
   * @throws IllegalArgumentException if the expression is malformed or never fires
   */
  public CronSchedule {
    requireNonNull(expression, "expression is null");
    requireNonNull(zone, "zone is null");
    requireNonNull(gap, "gap is null");
    requireNonNull(repeat, "repeat is null");
    if (compile(expression, zone, gap, repeat).next(REFERENCE).isEmpty()) {
      throw new IllegalArgumentException("cron '" + expression + "' " + zone + " never fires");
    }
  }

  /** With the default policies: {@link GapPolicy#SHIFT} and {@link RepeatPolicy#FIRST}. */
  public static CronSchedule of(String expression, ZoneId zone) {
    return new CronSchedule(expression, zone, GapPolicy.SHIFT, RepeatPolicy.FIRST);
  }

  @Override
  public String describe() {
    return "cron '" + expression + "' " + zone;
  }

  /** Reads the expression anew each time; callers keep the result. */
  @Override
  public Optional<Timetable> timetable() {
    return Optional.of(compile(expression, zone, gap, repeat));
  }

  private static Timetable compile(
      String expression, ZoneId zone, GapPolicy gap, RepeatPolicy repeat) {
    return new CronTimetable(CronReader.read(expression), zone.getRules(), gap, repeat);
  }
}

package io.fencepost.schedule;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.Optional;

/** A cron expression in a zone. */
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

  public CronSchedule {
    requireNonNull(expression, "expression is null");
    requireNonNull(zone, "zone is null");
    requireNonNull(gap, "gap is null");
    requireNonNull(repeat, "repeat is null");
  }

  @Override
  public String describe() {
    return "cron '" + expression + "' " + zone;
  }

  @Override
  public Optional<Timetable> timetable() {
    throw new UnsupportedOperationException();
  }
}

package io.fencepost.schedule;

import java.util.Optional;

/** When a job is due. */
public sealed interface Schedule permits CronSchedule, FixedRate, FixedDelay {
  /** The schedule in words, as in logs and the ledger. */
  String describe();

  /**
   * Its instants, computed ahead; empty for {@link FixedDelay}, whose next instant follows from the
   * end of a run.
   */
  Optional<Timetable> timetable();
}

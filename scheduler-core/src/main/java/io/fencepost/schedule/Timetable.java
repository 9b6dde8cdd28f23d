package io.fencepost.schedule;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * The instants of a schedule. Pure: the same question has the same answer on every node. Safe for
 * use from many threads.
 */
@FunctionalInterface
public interface Timetable {
  /**
   * The first instant strictly after the given one, with the offset of the schedule's zone; empty
   * if there is none.
   */
  Optional<OffsetDateTime> next(Instant after);
}

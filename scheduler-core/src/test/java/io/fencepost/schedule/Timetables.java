package io.fencepost.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads timetables off in tests. */
final class Timetables {
  private Timetables() {}

  /** All that is due from the start of the first day to the start of the last, by UTC. */
  static List<OffsetDateTime> due(Schedule schedule, LocalDate from, LocalDate to) {
    Timetable timetable = schedule.timetable().orElseThrow();
    Instant end = to.atStartOfDay().toInstant(ZoneOffset.UTC);
    List<OffsetDateTime> due = new ArrayList<>();
    Instant after = from.atStartOfDay().toInstant(ZoneOffset.UTC).minusNanos(1);
    Optional<OffsetDateTime> next = timetable.next(after);
    while (next.isPresent() && next.get().toInstant().isBefore(end)) {
      Instant found = next.get().toInstant();
      if (!found.isAfter(after)) {
        throw new AssertionError("next after " + after + " is " + found + ": " + schedule);
      }
      due.add(next.get());
      after = found;
      next = timetable.next(after);
    }
    return due;
  }

  static List<Instant> instants(List<OffsetDateTime> due) {
    return due.stream().map(OffsetDateTime::toInstant).toList();
  }

  /** The next so many, as text. */
  static List<String> next(Schedule schedule, String after, int count) {
    Timetable timetable = schedule.timetable().orElseThrow();
    List<String> found = new ArrayList<>();
    Instant last = OffsetDateTime.parse(after).toInstant();
    while (found.size() < count) {
      OffsetDateTime next = timetable.next(last).orElseThrow();
      found.add(next.toString());
      last = next.toInstant();
    }
    return found;
  }
}

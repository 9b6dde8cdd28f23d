package io.fencepost.ledger;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobDefinition;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.Schedule;
import io.fencepost.schedule.Timetable;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job's definition as the ledger has it. A changed schedule applies to instants after it was
 * recorded; up to there the earlier one stays in force, so that a deploy loses no occurrence.
 *
 * @param version of the definition
 * @param schedule in force after {@code recordedAt}
 * @param policies what else was set, by its key in the configuration; for people to read
 * @param recordedAt when a leader wrote it
 * @param earlier schedules that still have undecided instants, oldest first
 */
public record StoredDefinition(
    int version,
    Schedule schedule,
    SortedMap<String, String> policies,
    Instant recordedAt,
    List<Earlier> earlier) {
  /**
   * A schedule that was replaced.
   *
   * @param until the last instant it was in force
   */
  public record Earlier(Schedule schedule, Instant until) {}

  public StoredDefinition {
    requireNonNull(schedule, "schedule is null");
    requireNonNull(recordedAt, "recordedAt is null");
    policies = Collections.unmodifiableSortedMap(new TreeMap<>(policies));
    earlier = List.copyOf(earlier);
  }

  /** The definition of a job that the ledger did not have. */
  public static StoredDefinition first(JobDefinition definition, Instant now) {
    return new StoredDefinition(
        definition.version(), definition.schedule(), Policies.of(definition), now, List.of());
  }

  /** Whether a leader with this definition has nothing to write. */
  public boolean matches(JobDefinition definition) {
    return version == definition.version()
        && schedule.equals(definition.schedule())
        && policies.equals(Policies.of(definition));
  }

  /**
   * Replaces it.
   *
   * @param cursor instants at or before it are decided
   */
  public StoredDefinition replacedBy(JobDefinition definition, Instant cursor, Instant now) {
    if (schedule.equals(definition.schedule())) {
      return new StoredDefinition(
          definition.version(), schedule, Policies.of(definition), recordedAt, earlier);
    }
    List<Earlier> kept = new ArrayList<>();
    for (Earlier one : earlier) {
      if (one.until().isAfter(cursor)) {
        kept.add(one);
      }
    }
    if (now.isAfter(cursor) && !(schedule instanceof FixedDelay)) {
      kept.add(new Earlier(schedule, now));
    }
    return new StoredDefinition(
        definition.version(), definition.schedule(), Policies.of(definition), now, kept);
  }

  /** The instants of the schedules, each while it is in force; empty for a fixed delay. */
  public Optional<Timetable> timetable() {
    if (earlier.isEmpty()) {
      return schedule.timetable();
    }
    List<Piece> pieces = new ArrayList<>();
    for (Earlier one : earlier) {
      one.schedule().timetable().ifPresent(t -> pieces.add(new Piece(t, one.until())));
    }
    Optional<Timetable> last = schedule.timetable();
    return Optional.of(after -> next(pieces, last, after));
  }

  private record Piece(Timetable timetable, Instant until) {}

  private Optional<OffsetDateTime> next(
      List<Piece> pieces, Optional<Timetable> last, Instant after) {
    Instant from = after;
    for (Piece piece : pieces) {
      if (from.isBefore(piece.until())) {
        Optional<OffsetDateTime> found = piece.timetable().next(from);
        if (found.isPresent() && !found.get().toInstant().isAfter(piece.until())) {
          return found;
        }
        from = piece.until();
      }
    }
    Instant start = from.isBefore(recordedAt) ? recordedAt : from;
    return last.flatMap(t -> t.next(start));
  }
}

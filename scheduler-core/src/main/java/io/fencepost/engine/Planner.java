package io.fencepost.engine;

import io.fencepost.JobDefinition;
import io.fencepost.MisfirePolicy;
import io.fencepost.OverlapPolicy;
import io.fencepost.RunReason;
import io.fencepost.ledger.Outcome;
import io.fencepost.schedule.Timetable;
import io.fencepost.time.Durations;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which due occurrences run: the misfire and overlap rules. Pure.
 *
 * <p>An occurrence is <em>overlapped</em> if it came due while this term was busy with a run; else
 * it is <em>misfired</em> if it is later than {@code misfire-after}; else it is on time. On-time
 * occurrences run, one after the other. However long a gap was, one plan decides on {@value
 * #MOST_AT_ONCE} occurrences at most, and looks as far beyond them as a misfire policy can reach.
 */
final class Planner {
  static final int MOST_AT_ONCE = 10_000;

  /** The largest cap of {@link MisfirePolicy}: with so many later ones, an occurrence is missed. */
  private static final int LOOK_AHEAD = 1_000;

  private final JobDefinition definition;
  private final Timetable timetable;

  Planner(JobDefinition definition, Timetable timetable) {
    this.definition = definition;
    this.timetable = timetable;
  }

  Optional<OffsetDateTime> next(Instant cursor) {
    return timetable.next(cursor);
  }

  /**
   * Plans what follows the cursor.
   *
   * @param now nothing after it is due
   */
  Plan plan(Instant cursor, BusyTimes busy, Instant now) {
    List<OffsetDateTime> due = due(cursor, now);
    List<Verdict> verdicts = judge(due, cursor, busy, now);
    int decidable = due.size() < MOST_AT_ONCE + LOOK_AHEAD ? due.size() : MOST_AT_ONCE;
    List<Plan.NonRun> nonRuns = new ArrayList<>();
    Optional<Plan.Due> run = Optional.empty();
    Instant decided = cursor;
    int i = 0;
    for (; i < decidable; i++) {
      Verdict verdict = verdicts.get(i);
      if (verdict.runs()) {
        if (run.isPresent()) {
          break;
        }
        run = Optional.of(new Plan.Due(due.get(i), verdict.reason()));
      } else {
        append(nonRuns, verdict, due.get(i), i > 0 && verdicts.get(i - 1).equals(verdict));
      }
      decided = due.get(i).toInstant();
    }
    return new Plan(nonRuns, run, decided, i < due.size());
  }

  private List<OffsetDateTime> due(Instant cursor, Instant now) {
    List<OffsetDateTime> due = new ArrayList<>();
    Optional<OffsetDateTime> next = timetable.next(cursor);
    while (next.isPresent()
        && !next.get().toInstant().isAfter(now)
        && due.size() < MOST_AT_ONCE + LOOK_AHEAD) {
      due.add(next.get());
      next = timetable.next(next.get().toInstant());
    }
    return due;
  }

  /** What becomes of an occurrence; {@code why} is empty for one that runs. */
  private record Verdict(Outcome outcome, RunReason reason, String why) {
    static final Verdict ON_TIME = new Verdict(Outcome.SUCCEEDED, RunReason.SCHEDULED, "");
    static final Verdict LATE = new Verdict(Outcome.SUCCEEDED, RunReason.MISFIRE, "");

    static Verdict overlapped(String why) {
      return new Verdict(Outcome.SKIPPED, RunReason.SCHEDULED, why);
    }

    static Verdict missed(String why) {
      return new Verdict(
          Outcome.MISSED, RunReason.MISFIRE, "came due while no node could run it; " + why);
    }

    boolean runs() {
      return why.isEmpty();
    }
  }

  private List<Verdict> judge(
      List<OffsetDateTime> due, Instant cursor, BusyTimes busy, Instant now) {
    int misfired = 0;
    for (OffsetDateTime at : due) {
      if (busy.covering(at.toInstant()).isEmpty() && misfired(at.toInstant(), now)) {
        misfired++;
      }
    }
    List<Verdict> verdicts = new ArrayList<>(due.size());
    Instant before = cursor;
    int later = misfired;
    for (OffsetDateTime at : due) {
      Instant instant = at.toInstant();
      Optional<BusyTimes.Interval> interval = busy.covering(instant);
      if (interval.isPresent()) {
        verdicts.add(overlapped(interval.get(), before));
      } else if (misfired(instant, now)) {
        later--;
        verdicts.add(misfire(instant, now, later));
      } else {
        verdicts.add(Verdict.ON_TIME);
      }
      before = instant;
    }
    return verdicts;
  }

  private boolean misfired(Instant instant, Instant now) {
    return now.isAfter(instant.plus(definition.misfireAfter()));
  }

  /** The first one of a busy interval waits for its turn if the job queues. */
  private Verdict overlapped(BusyTimes.Interval interval, Instant before) {
    boolean first = !before.isAfter(interval.from());
    return definition.overlap() == OverlapPolicy.QUEUE && first
        ? Verdict.ON_TIME
        : Verdict.overlapped(interval.why());
  }

  /**
   * @param later how many misfired occurrences follow this one
   */
  private Verdict misfire(Instant instant, Instant now, int later) {
    MisfirePolicy policy = definition.misfire();
    return switch (policy.kind()) {
      case SKIP -> Verdict.missed("policy skip");
      case FIRE_ONCE ->
          later == 0 ? Verdict.LATE : Verdict.missed("policy fire-once runs the latest");
      case FIRE_ALL -> {
        if (now.isAfter(instant.plus(policy.window()))) {
          yield Verdict.missed(
              "older than the window of policy fire-all: " + Durations.text(policy.window()));
        }
        yield later < policy.cap()
            ? Verdict.LATE
            : Verdict.missed("over the cap of policy fire-all: " + policy.cap());
      }
    };
  }

  private static void append(
      List<Plan.NonRun> nonRuns, Verdict verdict, OffsetDateTime at, boolean continues) {
    if (continues) {
      Plan.NonRun last = nonRuns.remove(nonRuns.size() - 1);
      nonRuns.add(new Plan.NonRun(last.outcome(), last.from(), at, last.count() + 1, last.why()));
    } else {
      nonRuns.add(new Plan.NonRun(verdict.outcome(), at, at, 1, verdict.why()));
    }
  }
}

package io.fencepost.drill;

import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * When the job is due, from before a drill to after it.
 *
 * @param instants in order
 */
record DueOccurrences(List<Instant> instants) {
  private static final Duration SCHEDULE_KNOWN = Duration.ofMinutes(10);

  static DueOccurrences of(FixedRate schedule) {
    Timetable timetable = schedule.timetable().orElseThrow();
    List<Instant> due = new ArrayList<>();
    Instant end = schedule.anchor().plus(SCHEDULE_KNOWN);
    Instant at = schedule.anchor().minusMillis(1);
    while (at.isBefore(end)) {
      at = timetable.next(at).orElseThrow().toInstant();
      due.add(at);
    }
    return new DueOccurrences(List.copyOf(due));
  }

  Instant firstAfter(Instant instant) {
    return instants.stream().filter(at -> at.isAfter(instant)).findFirst().orElseThrow();
  }

  /** Whether the replicas say that they have decided all that came due since the first term. */
  boolean allDecided(Instant until, History told) {
    Instant since = told.all(Kind.TERM_STARTED).map(HistoryEvent::wall).findFirst().orElseThrow();
    List<RunRecord> decisions =
        told.all(Kind.RECORDED)
            .map(e -> LedgerJson.readRun(e.text()))
            .filter(run -> run.outcome().decided())
            .toList();
    return instants.stream()
        .filter(at -> at.isAfter(since) && !at.isAfter(until))
        .allMatch(at -> decisions.stream().anyMatch(run -> run.covers(at)));
  }
}

package io.fencepost.drill.report;

import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A drill as bars and ticks, one lane per process. Times are nanoseconds since the first event.
 *
 * @param nanos how long it lasted
 */
record Timeline(List<Lane> lanes, long nanos) {

  /** What a process did, and what was done to it. */
  record Lane(String name, List<Bar> faults, List<Bar> terms, List<Bar> runs, List<Tick> writes) {}

  /** Something that took time. */
  record Bar(long from, long to, String label, String details) {}

  /** A write, when the sink had answered. */
  record Tick(long at, Answer answer, String details) {}

  static Timeline of(DrillRecord record) {
    List<HistoryEvent> events = record.history().events();
    if (events.isEmpty()) {
      return new Timeline(List.of(), 0);
    }
    long start = events.get(0).nanos();
    long end = events.get(events.size() - 1).nanos();
    List<Lane> lanes = new ArrayList<>();
    for (UUID process : record.history().processes()) {
      List<HistoryEvent> own = events.stream().filter(e -> e.process().equals(process)).toList();
      if (own.stream().anyMatch(e -> e.is(Kind.PROCESS_STARTED))) {
        lanes.add(lane(own, record.facts().faults(), start));
      }
    }
    return new Timeline(List.copyOf(lanes), end - start);
  }

  private static Lane lane(List<HistoryEvent> own, List<FaultFacts> faults, long start) {
    String node = own.get(0).node();
    return new Lane(
        node,
        faults.stream()
            .filter(fault -> fault.target().equals(node))
            .map(f -> bar(f.injectedNanos(), f.healedNanos(), start, f.fault(), f.fault()))
            .toList(),
        bars(own, start, Kind.TERM_STARTED, Timeline::endsTerm),
        bars(own, start, Kind.HANDLER_STARTED, e -> e.is(Kind.HANDLER_ENDED)),
        own.stream()
            .filter(e -> e.is(Kind.WRITE_ANSWERED))
            .map(e -> new Tick(e.nanos() - start, e.answer(), e.toString()))
            .toList());
  }

  private static boolean endsTerm(HistoryEvent event) {
    return event.is(Kind.TERM_ENDED) || event.is(Kind.LEASE_LOST);
  }

  /** From each start to the next end, or to the last that the process said. */
  private static List<Bar> bars(
      List<HistoryEvent> own, long start, Kind begins, Predicate<HistoryEvent> ends) {
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      HistoryEvent begin = own.get(i);
      if (begin.is(begins)) {
        Optional<HistoryEvent> end = own.subList(i, own.size()).stream().filter(ends).findFirst();
        long until = end.orElse(own.get(own.size() - 1)).nanos();
        bars.add(bar(begin.nanos(), until, start, label(begin), begin.toString()));
      }
    }
    return bars;
  }

  private static Bar bar(long from, long to, long start, String label, String details) {
    return new Bar(from - start, to - start, label, details);
  }

  private static String label(HistoryEvent begin) {
    return begin.term().isPresent()
        ? "term " + begin.term().getAsLong()
        : begin.token().map(Object::toString).orElse("");
  }
}

package io.fencepost.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When this term was occupied with a run, as far as occurrences that came due meanwhile are not
 * decided yet.
 */
final class BusyTimes {
  /**
   * @param from exclusive
   * @param to inclusive
   * @param why what is said of an occurrence that came due meanwhile
   */
  record Interval(Instant from, Instant to, String why) {
    boolean contains(Instant instant) {
      return instant.isAfter(from) && !instant.isAfter(to);
    }
  }

  private final List<Interval> intervals = new ArrayList<>();

  void add(Instant from, Instant to, String why) {
    if (to.isAfter(from)) {
      intervals.add(new Interval(from, to, why));
    }
  }

  Optional<Interval> covering(Instant instant) {
    return intervals.stream().filter(i -> i.contains(instant)).findFirst();
  }

  /** Forgets what lies before the cursor. */
  void decidedUpTo(Instant cursor) {
    intervals.removeIf(i -> !i.to().isAfter(cursor));
  }
}

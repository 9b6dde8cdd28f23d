package io.fencepost.engine;

import io.fencepost.RunReason;
import io.fencepost.ledger.Outcome;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * What to do about the occurrences that are due.
 *
 * @param nonRuns what is not run, to be recorded
 * @param run the occurrence to claim
 * @param cursor the last occurrence that is decided by this plan
 * @param more whether there is more to plan at this instant
 */
record Plan(List<NonRun> nonRuns, Optional<Due> run, Instant cursor, boolean more) {
  Plan {
    nonRuns = List.copyOf(nonRuns);
  }

  boolean isEmpty() {
    return nonRuns.isEmpty() && run.isEmpty();
  }

  /** An occurrence to run. */
  record Due(OffsetDateTime at, RunReason reason) {}

  /** A range of occurrences that are not run for one reason. */
  record NonRun(Outcome outcome, OffsetDateTime from, OffsetDateTime to, long count, String why) {}
}

package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.LedgerChange.StateWritten;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Which occurrences have to be decided when a drill is judged. */
final class DueWork {
  private DueWork() {}

  /** From the job's first cursor, which the backend tells, to the end of what is judged. */
  static List<Instant> of(Evidence evidence, JobFacts job) {
    Optional<Instant> start =
        evidence
            .truth()
            .ledger(job.job(), StateWritten.class)
            .findFirst()
            .map(written -> written.state().cursor());
    return start
        .map(
            first ->
                job.due().stream()
                    .filter(at -> at.isAfter(first))
                    .filter(at -> !at.isAfter(evidence.facts().judgedUntil()))
                    .toList())
        .orElse(List.of());
  }
}

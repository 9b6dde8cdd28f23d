package io.fencepost.drill.check;

import io.fencepost.drill.history.LedgerChange.RunRecorded;
import io.fencepost.ledger.RunRecord;
import java.time.Instant;
import java.util.List;

/** The last word on an occurrence or a range of them, as the ledger holds it. */
record Decision(long order, RunRecord record) {

  /** The decisions of a job, in the backend's order; attempts that others follow are left out. */
  static List<Decision> of(Evidence evidence, String job) {
    return evidence
        .truth()
        .ledger(job, RunRecorded.class)
        .map(recorded -> new Decision(recorded.order(), recorded.run()))
        .filter(decision -> decision.record.outcome().decided())
        .toList();
  }

  boolean covers(Instant occurrence) {
    return record.covers(occurrence);
  }

  @Override
  public String toString() {
    return "transaction "
        + order
        + ": "
        + record.node()
        + " recorded "
        + record.outcome()
        + " from="
        + record.from().toInstant()
        + " to="
        + record.to().toInstant()
        + record.fence().map(token -> " fence=" + token).orElse("")
        + " attempt="
        + record.attempt()
        + " ("
        + record.reason()
        + ")";
  }
}

package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.LedgerChange.StateWritten;
import io.fencepost.ledger.TermRecord;
import java.util.ArrayList;
import java.util.List;

/** Two nodes may both believe to lead; only what they write is judged. */
final class TermsInOrder implements Rule {
  @Override
  public String id() {
    return "S8";
  }

  @Override
  public String says() {
    return "Terms do not overlap in backend order.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<StateWritten> writes = evidence.truth().ledger(job.job(), StateWritten.class).toList();
      for (int i = 1; i < writes.size(); i++) {
        TermRecord before = writes.get(i - 1).state().term();
        TermRecord after = writes.get(i).state().term();
        if (after.number() < before.number()) {
          found.add(
              violation("an older term wrote after a newer one", writes.get(i - 1), writes.get(i)));
        } else if (after.number() == before.number() && !after.equals(before)) {
          found.add(violation("two candidates hold one term", writes.get(i - 1), writes.get(i)));
        }
      }
    }
    return found;
  }

  private Violation violation(String says, StateWritten before, StateWritten after) {
    return Violation.ofJob(id(), says, after.job(), before, after);
  }
}

package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import java.util.ArrayList;
import java.util.List;

final class FewLeaderChanges implements Rule {
  @Override
  public String id() {
    return "L3";
  }

  @Override
  public String says() {
    return "At most so many leader changes per fault, and none after a fault that is too short.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<HistoryEvent> terms =
          evidence.history().all(Kind.TERM_STARTED).filter(e -> e.isOf(job.job())).toList();
      countChanges(job.job(), terms, evidence.facts().mostLeaderChanges(), found);
      evidence.facts().faults().stream()
          .filter(fault -> fault.takeover() == Takeover.FORBIDDEN)
          .filter(fault -> fault.job().filter(job.job()::equals).isPresent())
          .forEach(fault -> forbid(fault, terms, found));
    }
    return found;
  }

  private void countChanges(String job, List<HistoryEvent> terms, int most, List<Violation> found) {
    List<HistoryEvent> changes = new ArrayList<>();
    for (int i = 1; i < terms.size(); i++) {
      if (!terms.get(i).process().equals(terms.get(i - 1).process())) {
        changes.add(terms.get(i));
      }
    }
    if (changes.size() > most) {
      String says = changes.size() + " leader changes, allowed are " + most;
      found.add(Violation.ofJob(id(), says, job, changes.toArray()));
    }
  }

  private void forbid(FaultFacts fault, List<HistoryEvent> terms, List<Violation> found) {
    long end = fault.healedNanos() + fault.bound().toNanos();
    terms.stream()
        .filter(term -> term.nanos() > fault.injectedNanos() && term.nanos() < end)
        .findFirst()
        .ifPresent(
            term ->
                found.add(
                    Violation.ofJob(
                        id(),
                        "a term began though the fault was too short for it",
                        fault.job().orElseThrow(),
                        fault,
                        term)));
  }
}

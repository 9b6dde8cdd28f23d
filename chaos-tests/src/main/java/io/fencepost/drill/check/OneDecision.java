package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

final class OneDecision implements Rule {
  @Override
  public String id() {
    return "S4";
  }

  @Override
  public String says() {
    return "After healing, each due occurrence has exactly one result or exactly one reasoned non-run.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<Decision> decisions = Decision.of(evidence, job.job());
      for (Instant due : DueWork.of(evidence, job)) {
        judge(job.job(), due, decisions.stream().filter(d -> d.covers(due)).toList(), found);
      }
    }
    return found;
  }

  private void judge(String job, Instant due, List<Decision> made, List<Violation> found) {
    if (made.isEmpty()) {
      found.add(Violation.of(id(), "it was due and is neither run nor explained", job, due));
    } else if (made.size() > 1) {
      found.add(
          Violation.of(id(), "it was decided more than once", job, due, made.get(0), made.get(1)));
    } else if (made.get(0).record().reason().isBlank()) {
      found.add(Violation.of(id(), "its decision has no reason", job, due, made.get(0)));
    }
  }
}

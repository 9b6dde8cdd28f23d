package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.history.HistoryEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class TakeoverInTime implements Rule {
  @Override
  public String id() {
    return "L1";
  }

  @Override
  public String says() {
    return "An eligible successor holds office within the lease, the backend's grain and one election.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (FaultFacts fault : evidence.facts().faults()) {
      if (fault.tookHold() && fault.takeover() == Takeover.REQUIRED) {
        judge(fault, fault.successor(evidence.history()), found);
      }
    }
    return found;
  }

  private void judge(FaultFacts fault, Optional<HistoryEvent> successor, List<Violation> found) {
    String job = fault.job().orElseThrow();
    if (successor.isEmpty()) {
      found.add(Violation.ofJob(id(), "nobody took office after the fault", job, fault));
      return;
    }
    Duration took = fault.until(successor.get());
    if (took.compareTo(fault.bound()) > 0) {
      String says =
          "the successor took office after "
              + took.toMillis()
              + " ms, allowed are "
              + fault.bound().toMillis();
      found.add(Violation.ofJob(id(), says, job, fault, successor.get()));
    }
  }
}

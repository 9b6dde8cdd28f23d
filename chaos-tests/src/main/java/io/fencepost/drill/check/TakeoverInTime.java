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
      Optional<HistoryEvent> answer = fault.answer(evidence.history());
      if (fault.tookHold() && !isDisturbed(fault, answer, evidence.facts().faults())) {
        switch (fault.takeover()) {
          case REQUIRED -> judge(fault, answer, "took office after the fault", found);
          case ANYBODY -> judge(fault, answer, "claimed after healing", found);
          case ALLOWED, FORBIDDEN -> {}
        }
      }
    }
    return found;
  }

  /**
   * Whether the next fault came before what this one's healing must lead to, which is then owed
   * from the next one's healing on.
   */
  private static boolean isDisturbed(
      FaultFacts fault, Optional<HistoryEvent> answer, List<FaultFacts> faults) {
    long owed = fault.healedNanos() + fault.bound().toNanos();
    long claimed = answer.map(HistoryEvent::nanos).orElse(owed);
    return fault.takeover() == Takeover.ANYBODY
        && faults.stream()
            .filter(FaultFacts::tookHold)
            .filter(other -> other.takeover() == Takeover.ANYBODY)
            .mapToLong(FaultFacts::injectedNanos)
            .anyMatch(next -> next > fault.healedNanos() && next < Math.min(owed, claimed));
  }

  private void judge(
      FaultFacts fault, Optional<HistoryEvent> answer, String what, List<Violation> found) {
    String job = fault.job().orElseThrow();
    if (answer.isEmpty()) {
      found.add(Violation.ofJob(id(), "nobody " + what, job, fault));
      return;
    }
    Duration took = fault.until(answer.get());
    if (took.compareTo(fault.bound()) > 0) {
      String says =
          "the first that "
              + what
              + " did it after "
              + took.toMillis()
              + " ms, allowed are "
              + fault.bound().toMillis();
      found.add(Violation.ofJob(id(), says, job, fault, answer.get()));
    }
  }
}

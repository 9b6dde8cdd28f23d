package io.fencepost.drill.check;

import io.fencepost.RunReason;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.SinkWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class OnSchedule implements Rule {
  @Override
  public String id() {
    return "S11";
  }

  @Override
  public String says() {
    return "Occurrence keys are the schedule's expansion, whatever the nodes' clocks say.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      Set<Instant> due = new HashSet<>(job.due());
      List<HistoryEvent> claims =
          evidence.history().all(Kind.CLAIMED).filter(e -> e.isOf(job.job())).toList();
      claims.stream()
          .filter(OnSchedule::isManual)
          .forEach(claim -> claim.occurrence().ifPresent(due::add));
      for (HistoryEvent claim : claims) {
        require(due, job.job(), claim.occurrence().orElseThrow(), claim, found);
        requireDue(job.job(), claim, found);
      }
      // Of one whose claimant died before it could tell, only the ledger knows.
      for (Claim claim : Claim.of(evidence, job.job())) {
        if (claims.stream()
            .noneMatch(e -> e.occurrence().orElseThrow().equals(claim.occurrence()))) {
          require(due, job.job(), claim.occurrence(), claim, found);
        }
      }
      for (SinkWrite write : evidence.truth().writes()) {
        if (write.job().equals(job.job())) {
          require(due, job.job(), write.occurrence(), write, found);
        }
      }
      for (Decision decision : Decision.of(evidence, job.job())) {
        requireRange(due, job.job(), decision, found);
      }
    }
    return found;
  }

  private static boolean isManual(HistoryEvent claim) {
    return claim.text().equals(RunReason.MANUAL.name());
  }

  private void require(
      Set<Instant> due, String job, Instant at, Object event, List<Violation> found) {
    if (!due.contains(at)) {
      found.add(Violation.of(id(), "the schedule has no such instant", job, at, event));
    }
  }

  /** A history tells the machine's time, whatever the scheduler's clock was made to show. */
  private void requireDue(String job, HistoryEvent claim, List<Violation> found) {
    Instant at = claim.occurrence().orElseThrow();
    if (claim.wall().isBefore(at)) {
      found.add(Violation.of(id(), "it was claimed before it came due", job, at, claim));
    }
  }

  private void requireRange(
      Set<Instant> due, String job, Decision decision, List<Violation> found) {
    Instant from = decision.record().from().toInstant();
    require(due, job, from, decision, found);
    require(due, job, decision.record().to().toInstant(), decision, found);
    long count = due.stream().filter(decision::covers).count();
    if (count != decision.record().count()) {
      String says =
          "it counts " + decision.record().count() + " occurrences, the schedule " + count;
      found.add(Violation.of(id(), says, job, from, decision));
    }
  }
}

package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.LedgerJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class DecidedInTime implements Rule {
  @Override
  public String id() {
    return "L2";
  }

  @Override
  public String says() {
    return "All due work is decided within the drill's bound after healing.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<Decision> decisions = Decision.of(evidence, job.job());
      for (Instant due : DueWork.of(evidence, job)) {
        Optional<Decision> decision = decisions.stream().filter(d -> d.covers(due)).findFirst();
        judge(job.job(), due, decision, evidence, found);
      }
    }
    return found;
  }

  private void judge(
      String job,
      Instant due,
      Optional<Decision> decision,
      Evidence evidence,
      List<Violation> found) {
    DrillFacts facts = evidence.facts();
    Instant last =
        (due.isAfter(facts.healedAt()) ? due : facts.healedAt()).plus(facts.decideWithin());
    if (decision.isEmpty()) {
      found.add(Violation.of(id(), "undecided when the bound " + last + " had passed", job, due));
      return;
    }
    Instant decided = decidedAt(job, decision.get(), evidence);
    if (decided.isAfter(last)) {
      long late = Duration.between(last, decided).toMillis();
      String says = "decided " + late + " ms after the bound " + last;
      found.add(Violation.of(id(), says, job, due, decision.get()));
    }
  }

  /** By the machine's clock, if the decider's history tells; its own may be put forward. */
  private static Instant decidedAt(String job, Decision decision, Evidence evidence) {
    return evidence
        .history()
        .first(
            e ->
                e.is(Kind.RECORDED)
                    && e.isOf(job)
                    && LedgerJson.readRun(e.text()).number() == decision.record().number())
        .map(told -> told.wall())
        .orElse(decision.record().decidedAt());
  }
}

package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.ledger.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Also judges what was decided beyond what had to be: no occurrence is decided twice, a success has
 * a claim and took effect, and what was not run took none. An effect of a claim that the store has
 * forgotten is left out: what the store decides anew cannot know of it.
 */
final class OneDecision implements Rule {
  private static final Set<Outcome> NOT_RUN =
      EnumSet.of(Outcome.SKIPPED, Outcome.MISSED, Outcome.ABANDONED);

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
        if (decisions.stream().noneMatch(d -> d.covers(due))) {
          found.add(
              Violation.of(id(), "it was due and is neither run nor explained", job.job(), due));
        }
      }
      for (Instant at : decided(job, decisions)) {
        judge(job.job(), at, decisions.stream().filter(d -> d.covers(at)).toList(), found);
      }
      List<Claim> claims = Claim.of(evidence, job.job());
      for (Decision decision : decisions) {
        judge(job.job(), decision, claims, evidence, found);
      }
    }
    return found;
  }

  /** What is due, and what a record begins with though the schedule does not have it. */
  private static Set<Instant> decided(JobFacts job, List<Decision> decisions) {
    Set<Instant> instants = new TreeSet<>();
    job.due().stream()
        .filter(at -> decisions.stream().anyMatch(d -> d.covers(at)))
        .forEach(instants::add);
    decisions.forEach(decision -> instants.add(decision.record().from().toInstant()));
    return instants;
  }

  private void judge(String job, Instant at, List<Decision> made, List<Violation> found) {
    if (made.size() > 1) {
      found.add(
          Violation.of(id(), "it was decided more than once", job, at, made.get(0), made.get(1)));
    } else if (made.get(0).record().reason().isBlank()) {
      found.add(Violation.of(id(), "its decision has no reason", job, at, made.get(0)));
    }
  }

  private void judge(
      String job, Decision decision, List<Claim> claims, Evidence evidence, List<Violation> found) {
    Instant from = decision.record().from().toInstant();
    Outcome outcome = decision.record().outcome();
    List<SinkWrite> effects =
        evidence.truth().writes().stream()
            .filter(write -> write.kind() == SinkWrite.Kind.EFFECT && write.job().equals(job))
            .filter(write -> decision.covers(write.occurrence()))
            .toList();
    if (outcome == Outcome.SUCCEEDED) {
      if (claims.stream().noneMatch(claim -> isOf(claim, decision))) {
        found.add(Violation.of(id(), "it succeeded without a claim", job, from, decision));
      }
      if (effects.isEmpty()) {
        found.add(Violation.of(id(), "it succeeded without an effect", job, from, decision));
      }
    } else if (NOT_RUN.contains(outcome)) {
      effects.stream()
          .filter(effect -> claims.stream().anyMatch(c -> c.token().equals(effect.token())))
          .findFirst()
          .ifPresent(
              effect ->
                  found.add(
                      Violation.of(
                          id(),
                          "it counts as not run and took effect",
                          job,
                          effect.occurrence(),
                          decision,
                          effect)));
    }
  }

  private static boolean isOf(Claim claim, Decision decision) {
    return decision.record().fence().filter(claim.token()::equals).isPresent()
        && decision.covers(claim.occurrence());
  }
}

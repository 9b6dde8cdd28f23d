package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A drill in figures.
 *
 * @param due occurrences that had to be decided
 * @param results those of them that succeeded
 * @param nonRuns those that were not run, with the reason
 * @param duplicates effects that were repeated
 * @param lost those that nobody decided
 * @param lateWritesRejected writes that the sink refused as stale
 * @param takeovers how long after each fault its successor was in office
 * @param resumptions how long after healing, where no successor is needed, somebody claimed again
 */
public record Numbers(
    int due,
    int results,
    int nonRuns,
    int duplicates,
    int lost,
    int lateWritesRejected,
    List<Duration> takeovers,
    List<Duration> resumptions) {
  public Numbers {
    takeovers = List.copyOf(takeovers);
    resumptions = List.copyOf(resumptions);
  }

  public static Numbers of(History history, GroundTruth truth, DrillFacts facts) {
    Evidence evidence = new Evidence(history, truth, facts);
    int due = 0;
    int results = 0;
    int lost = 0;
    for (JobFacts job : facts.jobs()) {
      List<Decision> decisions = Decision.of(evidence, job.job());
      for (Instant at : DueWork.of(evidence, job)) {
        List<Decision> made = decisions.stream().filter(d -> d.covers(at)).toList();
        due++;
        lost += made.isEmpty() ? 1 : 0;
        results += made.stream().anyMatch(Numbers::succeeded) ? 1 : 0;
      }
    }
    return new Numbers(
        due,
        results,
        due - results - lost,
        new OneEffect().violations(evidence).size(),
        lost,
        (int) history.all(Kind.WRITE_ANSWERED).filter(e -> e.answer() == Answer.FAIL).count(),
        answers(Takeover.REQUIRED, history, facts),
        answers(Takeover.ANYBODY, history, facts));
  }

  private static boolean succeeded(Decision decision) {
    return decision.record().outcome() == Outcome.SUCCEEDED;
  }

  private static List<Duration> answers(Takeover kind, History history, DrillFacts facts) {
    List<Duration> times = new ArrayList<>();
    for (FaultFacts fault : facts.faults()) {
      if (fault.tookHold() && fault.takeover() == kind) {
        fault.answer(history).map(answer -> fault.until(answer)).ifPresent(times::add);
      }
    }
    return times;
  }
}

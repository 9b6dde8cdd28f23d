package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.check.DrillFacts.Need;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import java.util.ArrayList;
import java.util.List;

/** Judges a drill by all rules. Stateless and pure. */
public final class Checker {
  private static final List<Rule> RULES =
      List.of(
          new TokensRise(),
          new SinkOrder(),
          new OneEffect(),
          new OneDecision(),
          new ClaimInOffice(),
          new AcknowledgedIsPresent(),
          new ResultOfAClaim(),
          new TermsInOrder(),
          new NothingAfterDeadline(),
          new AlarmStopsAll(),
          new OnSchedule(),
          new TakeoverInTime(),
          new DecidedInTime(),
          new FewLeaderChanges());

  private Checker() {}

  /** The verdict on what a drill left behind. */
  public static Verdict judge(History history, GroundTruth truth, DrillFacts facts) {
    Evidence evidence = new Evidence(history, truth, facts);
    List<Violation> violations =
        RULES.stream().flatMap(rule -> rule.violations(evidence).stream()).toList();
    return Verdict.of(violations, unproven(evidence));
  }

  private static List<String> unproven(Evidence evidence) {
    List<String> unproven = new ArrayList<>();
    for (FaultFacts fault : evidence.facts().faults()) {
      if (!fault.tookHold()) {
        unproven.add("the fault did not take hold, or did not last: " + fault.fault());
      }
    }
    for (Need need : evidence.facts().needs()) {
      if (!need.isMet(evidence.history())) {
        unproven.add("not shown: " + need.why());
      }
    }
    if (evidence.facts().jobs().isEmpty()) {
      unproven.add("no job was judged");
    }
    for (JobFacts job : evidence.facts().jobs()) {
      if (DueWork.of(evidence, job).isEmpty()) {
        unproven.add("nothing came due of job " + job.job());
      }
    }
    return unproven;
  }
}

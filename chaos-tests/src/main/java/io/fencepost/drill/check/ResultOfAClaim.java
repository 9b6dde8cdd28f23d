package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.SinkWrite;
import java.util.ArrayList;
import java.util.List;

final class ResultOfAClaim implements Rule {
  @Override
  public String id() {
    return "S7";
  }

  @Override
  public String says() {
    return "An accepted result's token belongs to a claim of that occurrence by that process.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<Claim> claims = Claim.of(evidence, job.job());
      for (SinkWrite write : evidence.truth().writes()) {
        if (write.job().equals(job.job())
            && claims.stream().noneMatch(c -> made(c, write))
            && !isOfAForgottenClaim(write, evidence)) {
          found.add(violation(write, claims));
        }
      }
      evidence
          .history()
          .all(Kind.HANDLER_STARTED)
          .filter(start -> start.isOf(job.job()))
          .filter(start -> !evidence.facts().isForgotten(start))
          .filter(start -> claims.stream().noneMatch(claim -> started(claim, start)))
          .forEach(
              start ->
                  found.add(
                      Violation.of(
                          id(),
                          "a handler started under a token that no claim of it has",
                          job.job(),
                          start.occurrence().orElseThrow(),
                          start)));
    }
    return found;
  }

  private static boolean made(Claim claim, SinkWrite write) {
    return claim.token().equals(write.token())
        && claim.occurrence().equals(write.occurrence())
        && claim.term().node().equals(write.node())
        && claim.process().filter(claimant -> !claimant.equals(write.process())).isEmpty();
  }

  private static boolean started(Claim claim, HistoryEvent start) {
    return start.token().filter(claim.token()::equals).isPresent()
        && start.occurrence().filter(claim.occurrence()::equals).isPresent()
        && claim.process().filter(claimant -> !claimant.equals(start.process())).isEmpty();
  }

  /** The store does not know it any more; its claimant does. */
  private static boolean isOfAForgottenClaim(SinkWrite write, Evidence evidence) {
    return evidence
        .history()
        .all(Kind.CLAIMED)
        .filter(evidence.facts()::isForgotten)
        .anyMatch(
            told ->
                told.isOf(write.job())
                    && told.process().equals(write.process())
                    && told.occurrence().filter(write.occurrence()::equals).isPresent()
                    && told.token().filter(write.token()::equals).isPresent());
  }

  private Violation violation(SinkWrite write, List<Claim> claims) {
    return claims.stream()
        .filter(claim -> claim.token().equals(write.token()))
        .findFirst()
        .map(
            other ->
                Violation.of(
                    id(),
                    "its token belongs to another claim",
                    write.job(),
                    write.occurrence(),
                    other,
                    write))
        .orElseGet(
            () ->
                Violation.of(
                    id(), "no claim has its token", write.job(), write.occurrence(), write));
  }
}

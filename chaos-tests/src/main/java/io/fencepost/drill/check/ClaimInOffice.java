package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.LedgerChange;
import io.fencepost.drill.history.LedgerChange.CandidateGone;
import io.fencepost.drill.history.LedgerChange.CandidateStood;
import io.fencepost.drill.history.LedgerChange.StateWritten;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class ClaimInOffice implements Rule {
  @Override
  public String id() {
    return "S5";
  }

  @Override
  public String says() {
    return "At each claim's place in backend order, the claimant's candidate existed and its term was"
        + " current.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      for (Claim claim : Claim.of(evidence, job.job())) {
        judge(claim, evidence, found);
      }
    }
    return found;
  }

  private void judge(Claim claim, Evidence evidence, List<Violation> found) {
    Set<String> standing = new HashSet<>();
    long newestTerm = 0;
    String gone = "no such candidate ever stood";
    for (LedgerChange change : evidence.truth().ledger()) {
      if (change.order() >= claim.order()) {
        break;
      }
      if (!change.job().equals(claim.job())) {
        continue;
      }
      if (change instanceof CandidateStood stood) {
        standing.add(stood.candidate());
      } else if (change instanceof CandidateGone left) {
        standing.remove(left.candidate());
        gone = left.candidate().equals(claim.term().candidate()) ? left.toString() : gone;
      } else if (change instanceof StateWritten written) {
        newestTerm = Math.max(newestTerm, written.state().term().number());
      }
    }
    if (!standing.contains(claim.term().candidate())) {
      found.add(violation("the claimant's candidate did not exist", claim, gone));
    }
    if (claim.term().number() < newestTerm) {
      found.add(violation("the claimant's term was over", claim, "term " + newestTerm));
    }
  }

  private Violation violation(String says, Claim claim, String against) {
    return Violation.of(id(), says, claim.job(), claim.occurrence(), against, claim);
  }
}

package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import java.util.ArrayList;
import java.util.List;

final class TokensRise implements Rule {
  @Override
  public String id() {
    return "S1";
  }

  @Override
  public String says() {
    return "Claims of a job, in backend order, have strictly rising tokens.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<Claim> claims = Claim.of(evidence, job.job());
      for (Claim claim : claims) {
        if (claim.token().value() != claim.order()) {
          found.add(
              Violation.of(
                  id(),
                  "its token is not the number of the transaction that made the claim",
                  job.job(),
                  claim.occurrence(),
                  claim));
        }
      }
      for (int i = 1; i < claims.size(); i++) {
        Claim before = claims.get(i - 1);
        Claim after = claims.get(i);
        if (after.token().compareTo(before.token()) <= 0) {
          found.add(
              Violation.of(
                  id(),
                  "the later claim's token is not above the earlier one's",
                  job.job(),
                  after.occurrence(),
                  before,
                  after));
        }
      }
    }
    return found;
  }
}

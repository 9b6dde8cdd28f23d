package io.fencepost.drill.scenario;

import io.fencepost.drill.workload.Step;
import org.junit.jupiter.api.Test;

final class HolderKilledDrillIT {
  @Test
  void drill1_killedMidRun_isRetakenUnderAHigherToken() {
    Played.isValid(new HolderKilled(Step.BEFORE_WRITE));
  }

  @Test
  void drill2_killedAfterCommit_leavesAResultThatItsSuccessorFinds() {
    Played.isValid(new HolderKilled(Step.AFTER_COMMIT));
  }

  @Test
  void drill3_killedBetweenClaimAndStart_isRetaken() {
    Played.isValid(new HolderKilled(Step.SEALING));
  }
}

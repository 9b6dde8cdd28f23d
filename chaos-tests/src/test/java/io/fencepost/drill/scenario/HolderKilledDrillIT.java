package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.workload.Step;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HolderKilledDrillIT {
  @ParameterizedTest
  @EnumSource
  void drill1_killedMidRun_isRetakenUnderAHigherToken(Coordination on) {
    Played.isValid(on, new HolderKilled(Step.BEFORE_WRITE));
  }

  @ParameterizedTest
  @EnumSource
  void drill2_killedAfterCommit_leavesAResultThatItsSuccessorFinds(Coordination on) {
    Played.isValid(on, new HolderKilled(Step.AFTER_COMMIT));
  }

  @ParameterizedTest
  @EnumSource
  void drill3_killedBetweenClaimAndStart_isRetaken(Coordination on) {
    Played.isValid(on, new HolderKilled(Step.SEALING));
  }
}

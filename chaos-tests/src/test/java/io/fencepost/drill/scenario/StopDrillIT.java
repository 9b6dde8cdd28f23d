package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StopDrillIT {
  @ParameterizedTest
  @EnumSource
  void drill25_aRunWithinTheDrainTime_finishes_andTheJobIsHandedOver(Coordination on) {
    Played.isValid(on, new StoppedMidRun(true));
  }

  @ParameterizedTest
  @EnumSource
  void drill25_aRunBeyondTheDrainTime_isGivenBack_andTheJobIsHandedOver(Coordination on) {
    Played.isValid(on, new StoppedMidRun(false));
  }
}

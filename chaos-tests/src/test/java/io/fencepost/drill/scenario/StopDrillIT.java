package io.fencepost.drill.scenario;

import org.junit.jupiter.api.Test;

final class StopDrillIT {
  @Test
  void drill25_aRunWithinTheDrainTime_finishes_andTheJobIsHandedOver() {
    Played.isValid(new StoppedMidRun(true));
  }

  @Test
  void drill25_aRunBeyondTheDrainTime_isGivenBack_andTheJobIsHandedOver() {
    Played.isValid(new StoppedMidRun(false));
  }
}

package io.fencepost.drill.scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PauseDrillIT {
  @Test
  void drill4_aWriteAfterTwoLeases_isRefused() {
    Played.isValid(new LateWrite());
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 90, 110})
  void drill5_aPauseOfAboutALease_losesNothing(int percentOfLease) {
    Played.isValid(new ShortPause(percentOfLease));
  }

  @Test
  void drill6_aWriteDuringTheSuccessorsTransaction_isRefused() {
    Played.isValid(new WakesDuringWrite());
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MembershipDrillIT {
  @ParameterizedTest
  @EnumSource
  void drill35_sameIdTwice(Coordination on) {
    Played.isValid(on, new SameIdTwice());
  }

  @ParameterizedTest
  @EnumSource
  void drill38_watchGap(Coordination on) {
    Played.isValid(on, new WatchGap());
  }

  @ParameterizedTest
  @EnumSource
  void drill43_clockAhead(Coordination on) {
    Played.isValid(on, new ClockAhead());
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StoreDrillIT {
  private static final int AGAIN_AND_AGAIN = 4;

  @ParameterizedTest
  @EnumSource
  void drill13_leaderKilled(Coordination on) {
    Played.isValid(on, new StoreLeaderKilled(1));
  }

  @ParameterizedTest
  @EnumSource
  void drill13_leaderKilledAgainAndAgain(Coordination on) {
    Played.isValid(on, new StoreLeaderKilled(AGAIN_AND_AGAIN));
  }

  @ParameterizedTest
  @EnumSource
  void drill14_leaderPaused(Coordination on) {
    Played.isValid(on, new StoreLeaderPaused());
  }

  @ParameterizedTest
  @EnumSource
  void drill15_oneServerLost(Coordination on) {
    Played.isValid(on, new StoreServersLost(1));
  }

  @ParameterizedTest
  @EnumSource
  void drill16_majorityLost_whatCameDueIsExplained(Coordination on) {
    Played.isValid(on, new StoreServersLost(2));
  }

  @ParameterizedTest
  @EnumSource
  void drill17_allServersRestarted(Coordination on) {
    Played.isValid(on, new StoreServersLost(3));
  }

  @ParameterizedTest
  @EnumSource
  void drill18_rollingRestart(Coordination on) {
    Played.isValid(on, new RollingRestart());
  }

  @ParameterizedTest
  @EnumSource
  void drill36_everyoneReturns_tokensRiseOn(Coordination on) {
    Played.isValid(on, new EveryoneReturns());
  }
}

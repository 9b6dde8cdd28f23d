package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PauseDrillIT {
  @ParameterizedTest
  @EnumSource
  void drill4_aWriteAfterTwoLeases_isRefused(Coordination on) {
    Played.isValid(on, new LateWrite());
  }

  @ParameterizedTest
  @CsvSource({
    "ZOOKEEPER, 30",
    "ZOOKEEPER, 90",
    "ZOOKEEPER, 110",
    "ETCD, 30",
    "ETCD, 90",
    "ETCD, 110"
  })
  void drill5_aPauseOfAboutALease_losesNothing(Coordination on, int percentOfLease) {
    Played.isValid(on, new ShortPause(percentOfLease));
  }

  @ParameterizedTest
  @EnumSource
  void drill6_aWriteDuringTheSuccessorsTransaction_isRefused(Coordination on) {
    Played.isValid(on, new WakesDuringWrite());
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.workload.Defence;
import io.fencepost.drill.workload.Step;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite proves that it can fail. */
final class ControlDrillIT {
  @ParameterizedTest
  @EnumSource
  void aFaultThatDoesNothing_provesNothing(Coordination on) {
    Played.isUnknown(on, new NothingHappens());
  }

  @Test
  void aPauseThatEndsEarly_provesNothing() {
    Played.isUnknown(Coordination.ZOOKEEPER, new PauseEndsEarly());
  }

  @ParameterizedTest
  @EnumSource
  void withoutTheGuard_aLateWriteGetsThrough(Coordination on) {
    Played.breaks(on, new LateWrite(), Set.of(Defence.SINK_GUARD), "S2");
  }

  @ParameterizedTest
  @EnumSource
  void withoutTheGuard_aWriteDuringTheSuccessorsTransactionGetsThrough(Coordination on) {
    Played.breaks(on, new WakesDuringWrite(), Set.of(Defence.SINK_GUARD), "S2");
  }

  @ParameterizedTest
  @EnumSource
  void withoutTheKey_aCommittedEffectIsRepeated(Coordination on) {
    Played.breaks(on, new HolderKilled(Step.AFTER_COMMIT), Set.of(Defence.IDEMPOTENCY_KEY), "S3");
  }

  @ParameterizedTest
  @EnumSource
  void withoutGuardAndKey_aLateWriteTakesEffectTwice(Coordination on) {
    Played.breaks(
        on, new LateWrite(), Set.of(Defence.SINK_GUARD, Defence.IDEMPOTENCY_KEY), "S2", "S3");
  }

  @ParameterizedTest
  @EnumSource
  void withoutRecovery_aKilledHoldersOccurrenceIsLost(Coordination on) {
    Played.breaks(on, new HolderKilled(Step.BEFORE_WRITE), Set.of(Defence.RECOVERY), "S4", "L2");
  }
}

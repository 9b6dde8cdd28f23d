package io.fencepost.drill.scenario;

import io.fencepost.drill.workload.Defence;
import io.fencepost.drill.workload.Step;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The suite proves that it can fail. */
final class ControlDrillIT {
  @Test
  void aFaultThatDoesNothing_provesNothing() {
    Played.isUnknown(new NothingHappens());
  }

  @Test
  void withoutTheGuard_aLateWriteGetsThrough() {
    Played.breaks(new LateWrite(), Set.of(Defence.SINK_GUARD), "S2");
  }

  @Test
  void withoutTheGuard_aWriteDuringTheSuccessorsTransactionGetsThrough() {
    Played.breaks(new WakesDuringWrite(), Set.of(Defence.SINK_GUARD), "S2");
  }

  @Test
  void withoutTheKey_aCommittedEffectIsRepeated() {
    Played.breaks(new HolderKilled(Step.AFTER_COMMIT), Set.of(Defence.IDEMPOTENCY_KEY), "S3");
  }

  @Test
  void withoutGuardAndKey_aLateWriteTakesEffectTwice() {
    Played.breaks(new LateWrite(), Set.of(Defence.SINK_GUARD, Defence.IDEMPOTENCY_KEY), "S2", "S3");
  }

  @Test
  void withoutRecovery_aKilledHoldersOccurrenceIsLost() {
    Played.breaks(new HolderKilled(Step.BEFORE_WRITE), Set.of(Defence.RECOVERY), "S4", "L2");
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NetworkDrillIT {
  @ParameterizedTest
  @EnumSource
  void drill7_renewalsLost_theHolderStopsByItself(Coordination on) {
    Played.isValid(on, new RenewalsDisturbed(0));
  }

  @ParameterizedTest
  @EnumSource
  void drill8_renewalsLateByHalfALease_noStorm(Coordination on) {
    Played.isValid(on, new RenewalsDisturbed(50));
  }

  @ParameterizedTest
  @EnumSource
  void drill8_renewalsLateByMoreThanALease_noStorm(Coordination on) {
    Played.isValid(on, new RenewalsDisturbed(120));
  }

  @ParameterizedTest
  @EnumSource
  void drill9_cutOff_theLateWriteIsRefused(Coordination on) {
    Played.isValid(on, new CutOff(true));
  }

  @ParameterizedTest
  @EnumSource
  void drill10_requestsLost_theLateWriteIsRefused(Coordination on) {
    Played.isValid(on, new CutOff(false));
  }

  @ParameterizedTest
  @EnumSource
  void drill11_repliesLost_theUnseenClaimIsFound(Coordination on) {
    Played.isValid(on, new RepliesLost());
  }

  @ParameterizedTest
  @EnumSource
  void drill12_claimReplyLost_itsTokenIsAdoptedOrNeverUsed(Coordination on) {
    Played.isValid(on, new ClaimReplyLost());
  }

  @ParameterizedTest
  @EnumSource
  void drill41_sinkCutOff_aHealthyReplicaRunsTheJob(Coordination on) {
    Played.isValid(on, new SinkCutOff());
  }

  @Test
  void drill42_zooKeepersFollowerCutOff_theHolderStopsByItself() {
    Played.isValid(Coordination.ZOOKEEPER, new FollowerCutOff());
  }
}

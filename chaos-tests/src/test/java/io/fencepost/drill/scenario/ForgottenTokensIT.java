package io.fencepost.drill.scenario;

import io.fencepost.drill.cluster.Coordination;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ForgottenTokensIT {
  @ParameterizedTest
  @EnumSource
  void drill37_restoredFromAnOlderState(Coordination on) {
    Played.isValid(on, new StoreRestored());
  }

  @Test
  void drill37_emptiedZooKeeper_andThenEtcd() {
    Played.isValid(
        Coordination.ZOOKEEPER,
        new StoreReplaced(List.of(Coordination.ZOOKEEPER, Coordination.ETCD)));
  }
}

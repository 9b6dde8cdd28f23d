package io.fencepost.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ZooKeeperEnsembleIT {
  @TempDir Path directory;

  @Test
  void threeServers_electALeader_andAnotherOneWhenItIsKilled() {
    try (ZooKeeperEnsemble ensemble =
        ZooKeeperEnsemble.start(ZooKeeperEnsemble.Settings.DEFAULT, directory)) {
      ZooKeeperMember leader = ensemble.leader().orElseThrow();
      leader.process().close();
      ensemble.awaitLeaderOtherThan(leader);
      assertThat(ensemble.leader()).isPresent().isNotEqualTo(Optional.of(leader));
      leader.restart();
      ensemble.awaitServing();
      assertThat(leader.mode()).contains("follower");
    }
  }

  @Test
  void oneServer_servesAlone() {
    try (ZooKeeperEnsemble ensemble =
        ZooKeeperEnsemble.start(ZooKeeperEnsemble.Settings.DEFAULT.withServers(1), directory)) {
      assertThat(ensemble.members().get(0).mode()).contains("standalone");
      assertThat(ensemble.connectString()).matches("127\\.0\\.0\\.1:\\d+");
    }
  }
}

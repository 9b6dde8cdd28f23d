package io.fencepost.drill.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CoordinationTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void aNewCluster_refusesAnEarlierOnesData(Coordination coordination) throws IOException {
    Files.createDirectory(directory.resolve(coordination + "-1"));
    assertThatThrownBy(() -> coordination.start(1, directory))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(coordination + "-1 is there already");
  }
}

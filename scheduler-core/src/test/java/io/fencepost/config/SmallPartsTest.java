package io.fencepost.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmallPartsTest {
  @Test
  void duration_isWrittenInItsLargestExactUnit() {
    assertThat(
            List.of(0L, 1L, 1_500L, 1_500_000L, 90_000_000_000L, 3_600_000_000_000L).stream()
                .map(nanos -> HoconDuration.format(Duration.ofNanos(nanos))))
        .containsExactly("0s", "1ns", "1500ns", "1500us", "90s", "1h");
    assertThat(HoconDuration.format(Duration.ofDays(2))).isEqualTo("2d");
  }

  @Test
  void exchangedNeighbours_areOneChange() {
    assertThat(Nearest.distance("lease", "laese")).isEqualTo(1);
    assertThat(Nearest.distance("lease", "leases")).isEqualTo(1);
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
  }

  @Test
  void nothingIsNear_ifMoreThanAThirdDiffers() {
    assertThat(Nearest.to("drain", List.of("lease", "relist"))).isEmpty();
    assertThat(Nearest.to("leese", List.of("relist", "lease"))).contains("lease");
  }

  @Test
  void nodeId_isMadeOfWhatIsAllowed() {
    assertThat(NodeIds.of("web 1.local", 0xab)).isEqualTo("web-1.local-0000ab");
    assertThat(NodeIds.of("__", 1)).isEqualTo("node-000001");
    assertThat(NodeIds.of("x".repeat(200), 1)).hasSizeLessThanOrEqualTo(100);
  }
}

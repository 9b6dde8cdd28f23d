package io.fencepost.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZoneHintsTest {
  @Test
  void abbreviation_isNotTakenForOneThatLooksLikeIt() {
    assertThat(ZoneHints.of("EST")).contains("America/New_York", "-05:00").doesNotContain("EET");
    assertThat(ZoneHints.of("CST")).contains("America/Chicago", "Asia/Shanghai");
    assertThat(ZoneHints.of("XST")).contains("abbreviation", "allowed: a region");
  }

  @Test
  void everyRegionThatIsSuggested_isThere() {
    for (String zone : List.of("EST", "CST", "MST", "PST", "BST", "IST", "HST", "AEST", "NZST")) {
      for (String word : ZoneHints.of(zone).split("[ ,]+", -1)) {
        if (word.contains("/")) {
          assertThat(ZoneId.of(word)).isNotNull();
        }
      }
    }
  }

  @Test
  void misspeltRegion_isCorrected() {
    assertThat(ZoneHints.of("Asia/Singapor")).isEqualTo("did you mean Asia/Singapore?");
    assertThat(ZoneHints.of("utc")).isEqualTo("did you mean UTC?");
    assertThat(ZoneHints.of("Berlin")).contains("allowed");
  }
}

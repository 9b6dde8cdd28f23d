package io.fencepost.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;

class SectionTest {
  private static final String MISSPELT = "fencepost.leese";

  @Test
  void systemPropertyThatIsNoSetting_isUnknown_asInAFile() {
    System.setProperty(MISSPELT, "10 s");
    ConfigFactory.invalidateCaches();
    try {
      Section section = Section.of("fencepost", ConfigFactory.load().getConfig("fencepost"));
      section.unknown();

      assertThat(section.errors())
          .contains(
              "fencepost.leese is not a setting; did you mean fencepost.lease? (system properties)");
    } finally {
      System.clearProperty(MISSPELT);
      ConfigFactory.invalidateCaches();
    }
  }
}

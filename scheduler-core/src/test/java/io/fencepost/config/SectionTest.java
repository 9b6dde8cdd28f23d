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

  @Test
  void sectionThatOnlySystemPropertiesHave_isUnknown() {
    System.setProperty("fencepost.retri.max", "3");
    ConfigFactory.invalidateCaches();
    try {
      assertThat(
              Hocon.errorsOf(
                  () ->
                      ConfiguredSchedulerBuilder.of(ConfigFactory.load())
                          .backend(new ConfiguredMemory())
                          .build()
                          .close()))
          .anyMatch(e -> e.startsWith("fencepost.retri is not a setting;"));
    } finally {
      System.clearProperty("fencepost.retri.max");
      ConfigFactory.invalidateCaches();
    }
  }
}

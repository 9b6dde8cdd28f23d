package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.config.InvalidConfigException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void defaults_areThoseOfTheReference() {
    assertThat(parse("connect = \"zk1:2181,zk2:2181/apps\""))
        .isEqualTo(
            new Settings(
                "zk1:2181,zk2:2181/apps",
                Duration.ofSeconds(15),
                Duration.ofSeconds(3),
                Duration.ofSeconds(2),
                1024 * 1024,
                256 * 1024,
                Map.of()));
  }

  @Test
  void allErrors_areReportedTogether_withTheirPath() {
    assertThatThrownBy(() -> parse("connection-timeout = 0 s, tick = soon, max-request-size = x"))
        .isInstanceOfSatisfying(
            InvalidConfigException.class, e -> assertThat(e.errors()).hasSize(4))
        .hasMessageContaining("fencepost.zookeeper.connect is not set")
        .hasMessageContaining("fencepost.zookeeper.connection-timeout is PT0S")
        .hasMessageContaining("fencepost.zookeeper.tick")
        .hasMessageContaining("fencepost.zookeeper.max-request-size");
  }

  @Test
  void badAddressAndBadChroot_areErrors() {
    assertThatThrownBy(() -> parse("connect = \"zk1:2181/a//b\""))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.zookeeper.connect");
    assertThatThrownBy(() -> parse("connect = \",\""))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("names no server");
  }

  @Test
  void clientSettings_keepTheirDottedNames() {
    assertThat(
            parse("connect = \"zk1:2181\", client { \"zookeeper.client.secure\" = true }").client())
        .containsExactly(Map.entry("zookeeper.client.secure", "true"));
  }

  private static Settings parse(String text) {
    Config reference = ConfigFactory.load().getConfig("fencepost.zookeeper");
    return Settings.parse(ConfigFactory.parseString(text).withFallback(reference));
  }
}

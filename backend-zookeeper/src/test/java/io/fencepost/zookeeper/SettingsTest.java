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
                Security.NONE,
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

  @Test
  void identitiesAndStores_areChecked_andNoErrorHasAPassword() {
    assertThatThrownBy(
            () ->
                parse(
                    "connect = \"zk1:2181\", auth { scheme = digest, user = \"a:b\","
                        + " password = hidden, password-file = /nowhere/p },"
                        + " access { operators = [\"ops\", \"digest:ops:short\"] },"
                        + " tls { enabled = true, key-store = /nowhere/k.p12,"
                        + " key-store-password = hidden, trust-store = /dev/null }"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.zookeeper.auth.user is \"a:b\"")
        .hasMessageContaining("fencepost.zookeeper.auth needs either password or password-file")
        .hasMessageContaining("fencepost.zookeeper.auth.password-file is /nowhere/p")
        .hasMessageContaining("fencepost.zookeeper.access.operators has \"ops\"")
        .hasMessageContaining("fencepost.zookeeper.access.operators has \"digest:ops:short\"")
        .hasMessageContaining("fencepost.zookeeper.tls.key-store is /nowhere/k.p12")
        .hasMessageContaining("fencepost.zookeeper.tls.trust-store is /dev/null, allowed")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hidden"));
  }

  @Test
  void partsThatContradictEachOther_areErrors() {
    assertThatThrownBy(
            () -> parse("connect = \"zk1:2181\", access { readers = [\"sasl:r\"] }, auth.user = a"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("auth.scheme is none, so all znodes would be open")
        .hasMessageContaining("auth.user or auth.password is set, but auth.scheme is none");
    assertThatThrownBy(() -> parse("connect = \"zk1:2181\", auth.scheme = x509"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("needs tls.key-store");
    assertThatThrownBy(
            () -> parse("connect = \"zk1:2181\", auth { scheme = sasl, login-section = None }"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.zookeeper.auth.login-section");
    assertThatThrownBy(() -> parse("connect = \"zk1:2181\", auth.scheme = kerberos"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("allowed: none, digest, sasl, x509");
  }

  @Test
  void settings_whenPrinted_haveNoPassword() {
    Settings settings =
        parse("connect = \"zk1:2181\", auth { scheme = digest, user = a, password = hidden }");
    assertThat(settings.toString()).contains("digest:a").doesNotContain("hidden");
  }

  private static Settings parse(String text) {
    Config reference = ConfigFactory.load().getConfig("fencepost.zookeeper");
    return Settings.parse(ConfigFactory.parseString(text).withFallback(reference));
  }
}

package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.fencepost.config.InvalidConfigException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        .hasMessageContaining("(app.conf:1)")
        .hasMessageContaining("fencepost.zookeeper.connect is not set")
        .hasMessageContaining(
            "fencepost.zookeeper.connection-timeout is \"0 s\", allowed: a duration from 10ms to 10m")
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
  void clientSettings_areNotShown() {
    String name = "\"zookeeper.ssl.keyStore.password\"";
    assertThat(parse("connect = \"zk1:2181\", client { " + name + " = geheim }").toString())
        .contains("zookeeper.ssl.keyStore.password")
        .doesNotContain("geheim");
    for (String wrong : List.of("\"a.password=geheim\"", "[{ a.password = geheim }]")) {
      assertThatThrownBy(() -> parse("connect = \"zk1:2181\", client = " + wrong))
          .hasMessageContaining("fencepost.zookeeper.client: is no object")
          .hasMessageNotContaining("geheim");
    }
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
                    "connect = \"zk1:2181\", identity { scheme = digest, user = \"a:b\","
                        + " password = hidden, password-file = /nowhere/p },"
                        + " access { operators = [\"ops\"], readers = [\"digest:ops:short\"] },"
                        + " tls { enabled = true, key-store = /nowhere/k.p12,"
                        + " key-store-password = hidden, trust-store = /dev/null }"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.zookeeper.identity.user is \"a:b\"")
        .hasMessageContaining("fencepost.zookeeper.identity.password-file is \"/nowhere/p\"")
        .hasMessageContaining("fencepost.zookeeper.access.operators is [\"ops\"]")
        .hasMessageContaining("fencepost.zookeeper.access.readers is [\"digest:ops:short\"]")
        .hasMessageContaining("fencepost.zookeeper.tls.key-store is \"/nowhere/k.p12\"")
        .hasMessageContaining("fencepost.zookeeper.tls.trust-store is \"/dev/null\", allowed")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hidden"));
  }

  @Test
  void partsThatContradictEachOther_areErrors() {
    assertThatThrownBy(() -> parse("connect = \"zk1:2181\", access { readers = [\"sasl:r\"] }"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("identity.scheme is none, so all znodes would be open");
    assertThatThrownBy(() -> parse("connect = \"zk1:2181\", identity.scheme = x509"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("needs tls.key-store");
    assertThatThrownBy(
            () -> parse("connect = \"zk1:2181\", identity { scheme = digest, user = a }"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("needs identity.password or identity.password-file");
    assertThatThrownBy(
            () -> parse("connect = \"zk1:2181\", identity { scheme = sasl, login-section = No }"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.zookeeper.identity.login-section");
    assertThatThrownBy(() -> parse("connect = \"zk1:2181\", identity.scheme = kerberos"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("allowed: none, digest, sasl, x509");
  }

  @Test
  void settings_whenPrinted_haveNoPassword() {
    Settings settings =
        parse("connect = \"zk1:2181\", identity { scheme = digest, user = a, password = hidden }");
    assertThat(settings.toString()).contains("digest:a").doesNotContain("hidden");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "zk1:99999 | 'zk1:99999' has the port '99999', which is not one of 1 to 65535",
        "zk1:0 | port '0'",
        "zk1: | port ''",
        "zk1:2181,zk2:port | 'zk2:port' has the port 'port'",
        "http://zk1:2181 | 'http://zk1:2181' is a URL",
        "zk1:2181/apps,zk2:2181/apps | goes on behind its chroot",
        "zk1:2181;zk2:2181 | which is not one of 1 to 65535",
        "zk1 2181 | 'zk1 2181' is no host:port",
        "::1:2181 | is no host:port",
        "2181 | '2181' is no host:port",
      })
  void badAddresses_areNamed_withWhatIsAllowed(String connect, String reason) {
    assertThatThrownBy(() -> parse("connect = \"" + connect + "\""))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.zookeeper.connect")
        .hasMessageContaining(reason)
        .hasMessageContaining("allowed: \"host:port,host:port,...\"")
        .hasMessageContaining("(app.conf:1)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zk1:2181, zk2:2181",
        "10.0.0.1:2181",
        "[::1]:2181,[fe80::1]:2181/a/b",
        "zk_1",
        "zk-1.example.org"
      })
  void goodAddresses_areTaken(String connect) {
    assertThat(parse("connect = \"" + connect + "\"").connect()).isEqualTo(connect);
  }

  @Test
  void listInsteadOfText_isOneError() {
    assertThatThrownBy(() -> parse("connect = [\"zk1:2181\", \"zk2:2181\"]"))
        .isInstanceOfSatisfying(
            InvalidConfigException.class,
            e ->
                assertThat(e.errors())
                    .containsExactly(
                        "fencepost.zookeeper.connect is [\"zk1:2181\",\"zk2:2181\"], allowed:"
                            + " \"host:port,host:port,...\", a chroot may follow the last one"
                            + " (app.conf:1)"));
  }

  @Test
  void unknownKeys_areReported_withTheNearest() {
    assertThatThrownBy(() -> parse("connect = \"zk1:2181\"\nconection-timeout = 3 s\nx = 1"))
        .isInstanceOfSatisfying(
            InvalidConfigException.class, e -> assertThat(e.errors()).hasSize(2))
        .hasMessageContaining(
            "fencepost.zookeeper.conection-timeout is not a setting; did you mean"
                + " fencepost.zookeeper.connection-timeout? (app.conf:2)")
        .hasMessageContaining("fencepost.zookeeper.x is not a setting; there are: ");
  }

  @Test
  void candidatesThatMayNotFitIntoARequest_areAContradiction() {
    assertThatThrownBy(() -> parse("connect = \"zk1:2181\", max-candidate-size = 2 MiB"))
        .hasMessageContaining("fencepost.zookeeper contradicts itself: max-candidate-size");
  }

  @Test
  void whatDoesNotGoWithTheLease_isAContradiction() {
    assertThat(contradictions("request-timeout = 3 s, tick = 2 s", Duration.ofSeconds(10)))
        .isEmpty();
    assertThat(contradictions("request-timeout = 3 s, tick = 2 s", Duration.ofSeconds(2)))
        .hasSize(2)
        .anySatisfy(
            error ->
                assertThat(error)
                    .contains(
                        "request-timeout = 3s (app.conf:1) is not below fencepost.lease = 2s"))
        .anySatisfy(error -> assertThat(error).contains("tick = 2s (app.conf:1) is not below"));
  }

  @Test
  void whatCannotBeRead_isNoContradictionToo() {
    assertThat(contradictions("request-timeout = soon, tick = [1]", Duration.ofSeconds(2)))
        .isEmpty();
  }

  private static List<String> contradictions(String text, Duration lease) {
    return Settings.contradictions(config(text), lease);
  }

  private static Settings parse(String text) {
    return Settings.parse(config(text));
  }

  private static Config config(String text) {
    return ConfigFactory.parseString(
            text, ConfigParseOptions.defaults().setOriginDescription("app.conf"))
        .withFallback(ConfigFactory.load().getConfig("fencepost.zookeeper"));
  }
}

package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.config.InvalidConfigException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  private static final String ENDPOINT = "endpoints = [\"http://etcd1:2379\"]\n";

  @TempDir Path directory;

  static Settings parse(String text) {
    Config reference = ConfigFactory.load().getConfig("fencepost.etcd");
    return Settings.parse(ConfigFactory.parseString(text).withFallback(reference));
  }

  private static List<String> errors(String text) {
    try {
      parse(text);
    } catch (InvalidConfigException e) {
      return e.errors();
    }
    return List.of();
  }

  @Test
  void defaults_areThoseOfTheReference() {
    assertThat(parse("endpoints = [\"http://etcd1:2379\", \"http://etcd2:2379\"]"))
        .isEqualTo(
            new Settings(
                List.of(URI.create("http://etcd1:2379"), URI.create("http://etcd2:2379")),
                "",
                Duration.ofSeconds(15),
                Duration.ofSeconds(3),
                1536 * 1024,
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void endpoints_mayBeOneText_asAnEnvironmentVariableIs() {
    assertThat(parse("endpoints = \"http://etcd1:2379, http://etcd2:2379\"").endpoints())
        .containsExactly(URI.create("http://etcd1:2379"), URI.create("http://etcd2:2379"));
  }

  @Test
  void allErrors_areReportedTogether_withTheirPath() {
    assertThat(errors("connection-timeout = 0 s, request-timeout = soon, max-request-size = x"))
        .hasSize(4)
        .anyMatch(e -> e.startsWith("fencepost.etcd.endpoints is not set; it names the members"))
        .anyMatch(
            e ->
                e.startsWith(
                    "fencepost.etcd.connection-timeout is \"0 s\", allowed: a duration from 10ms"))
        .anyMatch(e -> e.startsWith("fencepost.etcd.request-timeout"))
        .anyMatch(e -> e.startsWith("fencepost.etcd.max-request-size"));
  }

  @Test
  void requestTimeoutAboveTheLease_isAContradiction() {
    Config settings =
        ConfigFactory.parseString("request-timeout = 3 s")
            .withFallback(ConfigFactory.load().getConfig("fencepost.etcd"));
    assertThat(SettingsReader.contradictions(settings, Duration.ofSeconds(10))).isEmpty();
    assertThat(SettingsReader.contradictions(settings, Duration.ofSeconds(3)))
        .singleElement()
        .asString()
        .startsWith("fencepost.etcd contradicts itself: request-timeout = 3s")
        .contains("is not below fencepost.lease = 3s");
  }

  @Test
  void unknownSetting_isRefused_withTheNearest() {
    assertThat(errors(ENDPOINT + "endpoint = x\ntls { cafile = y }\nleases = 1"))
        .hasSize(3)
        .anyMatch(e -> e.contains("did you mean fencepost.etcd.endpoints?"))
        .anyMatch(e -> e.contains("did you mean fencepost.etcd.tls.ca-file?"))
        .anyMatch(e -> e.startsWith("fencepost.etcd.leases is not a setting"));
  }

  @Test
  void badEndpoints_areErrors_thatShowNoPassword() {
    for (String bad :
        List.of(
            "etcd1:2379", "ftp://etcd1:2379", "http://etcd1:2379/v3", "http://", "http://a b")) {
      assertThat(errors("endpoints = [\"" + bad + "\"]"))
          .as(bad)
          .singleElement()
          .asString()
          .startsWith("fencepost.etcd.endpoints has ");
    }
    for (String secret :
        List.of(
            "http://root:geheim@etcd1:2379",
            "http://root:geheim%@etcd1:2379",
            "http://root:geheim@etcd_1:2379",
            "root:geheim@etcd1:2379")) {
      assertThat(errors("endpoints = [\"" + secret + "\"]"))
          .as(secret)
          .singleElement()
          .asString()
          .startsWith("fencepost.etcd.endpoints has one with a user")
          .doesNotContain("geheim");
    }
    assertThat(errors("endpoints = [\"http://a:1\", \"https://b:1\"]"))
        .singleElement()
        .asString()
        .contains("mixes http and https");
  }

  @Test
  void badPrefix_isAnError() {
    assertThat(parse(ENDPOINT + "prefix = /apps/team").prefix()).isEqualTo("/apps/team");
    for (String bad : List.of("apps", "/apps/", "//", "/a b")) {
      assertThat(errors(ENDPOINT + "prefix = \"" + bad + "\"")).as(bad).hasSize(1);
    }
  }

  @Test
  void password_isReadFromItsFile_andNeverShown() throws IOException {
    Path file = Files.writeString(directory.resolve("password"), "geheim\n");
    Settings settings = parse(ENDPOINT + "user = fencepost, password-file = \"" + file + "\"");
    assertThat(settings.login()).contains(new Login("fencepost", "geheim"));
    assertThat(settings.toString()).contains("fencepost").doesNotContain("geheim");
  }

  @Test
  void passwordsThatDoNotFit_areErrors() {
    assertThat(errors(ENDPOINT + "user = fencepost")).hasSize(1);
    assertThat(errors(ENDPOINT + "password = geheim"))
        .containsExactly("fencepost.etcd.user is not set, but a password is");
    assertThat(errors(ENDPOINT + "user = a, password = geheim, password-file = /nowhere"))
        .hasSize(2)
        .noneMatch(e -> e.contains("geheim"));
  }

  @Test
  void tlsThatDoesNotFit_isAnError() throws IOException {
    Path notPem = Files.writeString(directory.resolve("ca.pem"), "nothing");
    assertThat(errors(ENDPOINT + "tls.ca-file = \"" + notPem + "\""))
        .containsExactly(
            "fencepost.etcd.tls is set, but the endpoints are http: write https://...");
    String https = "endpoints = [\"https://etcd1:2379\"]\n";
    assertThat(errors(https + "tls.ca-file = \"" + notPem + "\""))
        .singleElement()
        .asString()
        .startsWith("fencepost.etcd.tls: ");
    assertThat(errors(https + "tls.cert-file = \"" + notPem + "\""))
        .containsExactly(
            "fencepost.etcd.tls has one of cert-file and key-file; set both or neither");
    assertThat(errors(https + "tls.ca-file = /nowhere.pem"))
        .singleElement()
        .asString()
        .startsWith("fencepost.etcd.tls.ca-file is /nowhere.pem, which is not");
    assertThat(errors(ENDPOINT + "user = a, password-file = /nowhere"))
        .singleElement()
        .asString()
        .startsWith("fencepost.etcd.password-file is /nowhere, which is not");
    assertThat(parse(https).tls()).isPresent();
  }

  @Test
  void connecting_withBadSettings_names_them() {
    assertThatThrownBy(() -> Backends.connect("etcd1:2379", "test"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.etcd.endpoints has etcd1:2379");
  }
}

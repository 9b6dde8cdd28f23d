package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
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
  private static final String HTTPS = "endpoints = [\"https://etcd1:2379\"]\n";

  @TempDir Path directory;

  private static Config config(String text) {
    ConfigParseOptions origin = ConfigParseOptions.defaults().setOriginDescription("app.conf");
    return ConfigFactory.parseString(text, origin)
        .withFallback(ConfigFactory.load().getConfig("fencepost.etcd"));
  }

  static Settings parse(String text) {
    return Settings.parse(config(text));
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
        .anyMatch(e -> e.startsWith("fencepost.etcd.endpoints is not set; allowed: [\"http://"))
        .anyMatch(
            e ->
                e.startsWith(
                    "fencepost.etcd.connection-timeout is \"0 s\", allowed: a duration from 10ms"))
        .anyMatch(e -> e.startsWith("fencepost.etcd.request-timeout"))
        .anyMatch(e -> e.startsWith("fencepost.etcd.max-request-size"));
  }

  @Test
  void requestTimeoutOfTheLease_isAContradiction() {
    assertThat(contradictions("request-timeout = 3 s", 3))
        .singleElement()
        .asString()
        .startsWith("fencepost.etcd contradicts itself: request-timeout = 3s (app.conf:1)")
        .contains("is not below fencepost.lease = 3s");
    assertThat(contradictions("request-timeout = soon", 3)).isEmpty();
  }

  @Test
  void requestTimeoutAboveAThirdOfTheLease_isAWarning() {
    try (Logged logged = Logged.by(SettingsReader.class)) {
      assertThat(contradictions("request-timeout = 3 s", 9)).isEmpty();
      assertThat(logged.lines()).isEmpty();
      assertThat(contradictions("request-timeout = 3001 ms", 9)).isEmpty();
      assertThat(logged.lines())
          .singleElement()
          .asString()
          .startsWith(
              "WARN fencepost.etcd.request-timeout = 3001ms (app.conf:1) is above a third of"
                  + " fencepost.lease = 9 s")
          .endsWith("set at most 3000 ms");
    }
  }

  private static List<String> contradictions(String text, int leaseSeconds) {
    return SettingsReader.contradictions(config(text), Duration.ofSeconds(leaseSeconds));
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
  void badEndpoints_areOneErrorEach_thatSaysWhere_andShowsNoPassword() {
    for (String bad :
        List.of(
            "etcd1:2379",
            "ftp://etcd1:2379",
            "http://etcd1:2379/v3",
            "http://etcd1:2379?a=b",
            "http://",
            "http://a b",
            "http://127.0.0.1",
            "http://127.0.0.1:",
            "http://127.0.0.1:0",
            "http://127.0.0.1:99999",
            "https://[::1]")) {
      assertThat(errors("endpoints = [\"" + bad + "\"]"))
          .as(bad)
          .singleElement()
          .asString()
          .startsWith("fencepost.etcd.endpoints: '" + bad + "' ")
          .endsWith(
              "; allowed: http://host:port and https://host:port, the port from 1 to 65535"
                  + " (app.conf:1)");
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
          .startsWith("fencepost.etcd.endpoints: one with a user ")
          .doesNotContain("geheim");
    }
    assertThat(errors("endpoints { geheim = geheim }"))
        .singleElement()
        .asString()
        .startsWith("fencepost.etcd.endpoints: is neither a list nor a text with commas")
        .doesNotContain("geheim");
    assertThat(errors("endpoints = [\"http://a:1\", \"https://b:1\"]"))
        .singleElement()
        .asString()
        .contains("mixes http and https");
  }

  @Test
  void endpoints_mayBeIpv6() {
    assertThat(parse("endpoints = \"https://[::1]:2379/\"").endpoints()).hasSize(1);
  }

  @Test
  void badPrefix_isAnError() {
    assertThat(parse(ENDPOINT + "prefix = /apps/team").prefix()).isEqualTo("/apps/team");
    for (String bad : List.of("apps", "/apps/", "//", "/a b")) {
      assertThat(errors(ENDPOINT + "prefix = \"" + bad + "\""))
          .as(bad)
          .singleElement()
          .asString()
          .startsWith("fencepost.etcd.prefix is \"" + bad + "\", allowed: ")
          .endsWith("(app.conf:2)");
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
    assertThat(errors(ENDPOINT + "user = fencepost"))
        .containsExactly(
            "fencepost.etcd contradicts itself: user = fencepost (app.conf:2) needs one of password"
                + " and password-file");
    assertThat(errors(ENDPOINT + "password = geheim"))
        .containsExactly(
            "fencepost.etcd contradicts itself: password is set (app.conf:2), but user is not");
    Path file = written("password", "geheim\n");
    assertThat(errors(ENDPOINT + "user = a, password = geheim\npassword-file = \"" + file + "\""))
        .containsExactly(
            "fencepost.etcd contradicts itself: password (app.conf:2) and password-file"
                + " (app.conf:3) are both set");
  }

  @Test
  void passwordFileThatCannotBeUsed_isOneError() {
    Path empty = written("password", "\n");
    String login = ENDPOINT + "user = fencepost, password-file = ";
    assertThat(errors(login + "/nowhere"))
        .containsExactly(
            "fencepost.etcd.password-file is \"/nowhere\", which is not there or cannot be read;"
                + " allowed: the name of a file (app.conf:2)");
    assertThat(errors(login + "\"" + directory + "\""))
        .singleElement()
        .asString()
        .contains("which is a directory");
    assertThat(errors(login + "\"" + empty + "\""))
        .containsExactly(
            "fencepost.etcd.password-file is \"" + empty + "\", which is empty (app.conf:2)");
  }

  @Test
  void secretWrittenWhereItsFileBelongs_isNotShown() {
    assertThat(errors(ENDPOINT + "user = fencepost, password-file = S3cretPw77"))
        .containsExactly(
            "fencepost.etcd.password-file is ***, which is not there or cannot be read; allowed: the"
                + " name of a file (app.conf:2)");
    assertThat(
            errors(
                HTTPS
                    + identity(
                        written("node.crt", "x"),
                        Path.of("-----BEGIN PRIVATE KEY-----\\nS3cretPw77"))))
        .hasSize(2)
        .noneMatch(e -> e.contains("S3cret"));
  }

  @Test
  void tlsThatDoesNotFit_isOneError() {
    Path notPem = written("ca.pem", "nothing");
    assertThat(errors(ENDPOINT + "tls.ca-file = \"" + notPem + "\""))
        .containsExactly(
            "fencepost.etcd contradicts itself: tls.ca-file is set (app.conf:2), but the endpoints"
                + " (app.conf:1) are http: write https://...");
    assertThat(errors(HTTPS + "tls.ca-file = \"" + notPem + "\""))
        .containsExactly(
            "fencepost.etcd.tls.ca-file is \""
                + notPem
                + "\", which holds no PEM, allowed: certificates in PEM (BEGIN CERTIFICATE)"
                + " (app.conf:2)");
    assertThat(errors(HTTPS + "tls.cert-file = \"" + notPem + "\""))
        .hasSize(2)
        .contains(
            "fencepost.etcd contradicts itself: tls.cert-file is set (app.conf:2), but tls.key-file"
                + " is not: set both or neither");
    assertThat(errors(HTTPS + "tls.ca-file = /nowhere.pem"))
        .singleElement()
        .asString()
        .startsWith("fencepost.etcd.tls.ca-file is \"/nowhere.pem\", which is not there")
        .endsWith("(app.conf:2)");
    assertThat(parse(HTTPS).tls()).isPresent();
  }

  @Test
  void certificateAndKey_mustBelongTogether() {
    Pem one = Pem.selfSigned(directory, "one");
    Pem other = Pem.selfSigned(directory, "other");
    Pem rsa = Pem.selfSigned(directory, "rsa", "-keyalg", "RSA");
    Pem otherRsa = Pem.selfSigned(directory, "other-rsa", "-keyalg", "RSA");
    Pem edwards = Pem.selfSigned(directory, "edwards", "-keyalg", "Ed25519");
    for (Pem pem : List.of(one, rsa, edwards)) {
      assertThat(errors(HTTPS + identity(pem.certificate(), pem.key()))).isEmpty();
    }
    for (Path key : List.of(other.key(), rsa.key(), edwards.key())) {
      assertThat(errors(HTTPS + identity(one.certificate(), key)))
          .containsExactly(
              "fencepost.etcd contradicts itself: tls.key-file = "
                  + key
                  + " (app.conf:3) is not the key of the first certificate in tls.cert-file = "
                  + one.certificate()
                  + " (app.conf:2)");
    }
    assertThat(errors(HTTPS + identity(rsa.certificate(), otherRsa.key()))).hasSize(1);
  }

  @Test
  void keyInAnotherFormat_isNamed_withHowToConvertIt() {
    Pem node = Pem.selfSigned(directory, "node");
    for (String label : List.of("RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY")) {
      Path key = written("other.key", pem(label));
      assertThat(errors(HTTPS + identity(node.certificate(), key)))
          .containsExactly(
              "fencepost.etcd.tls.key-file is \""
                  + key
                  + "\", which holds "
                  + label
                  + ", allowed: a PKCS#8 key in PEM (BEGIN PRIVATE KEY); convert it: openssl pkcs8 "
                  + (label.startsWith("ENCRYPTED") ? "" : "-topk8 -nocrypt ")
                  + "-in "
                  + key
                  + " -out "
                  + key
                  + ".pkcs8 (app.conf:3)");
    }
    assertThat(errors(HTTPS + identity(node.certificate(), written("x", pem("PRIVATE KEY")))))
        .singleElement()
        .asString()
        .contains("holds a PRIVATE KEY that cannot be read");
  }

  @Test
  void swappedFiles_areCalledSo() {
    Pem node = Pem.selfSigned(directory, "node");
    assertThat(errors(HTTPS + identity(node.key(), node.certificate())))
        .hasSize(2)
        .anyMatch(e -> e.startsWith("fencepost.etcd.tls.cert-file is ") && e.contains(" PRIVATE"))
        .anyMatch(e -> e.startsWith("fencepost.etcd.tls.key-file is ") && e.contains(" CERTIF"))
        .allMatch(e -> e.contains("are cert-file and key-file swapped?"));
    assertThat(errors(HTTPS + "tls.ca-file = \"" + written("ca", pem("CERTIFICATE")) + "\""))
        .singleElement()
        .asString()
        .contains("holds a CERTIFICATE that cannot be read");
  }

  private static String identity(Path certificate, Path key) {
    return "tls.cert-file = \"" + certificate + "\"\ntls.key-file = \"" + key + "\"\n";
  }

  private static String pem(String label) {
    return "-----BEGIN " + label + "-----\nAAAA\n-----END " + label + "-----\n";
  }

  private Path written(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new AssertionError("cannot write " + name, e);
    }
  }

  @Test
  void connecting_withBadSettings_names_them() {
    assertThatThrownBy(() -> Backends.connect("etcd1:2379", "test"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("fencepost.etcd.endpoints: 'etcd1:2379' is");
  }
}

package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.fencepost.config.InvalidConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One cause is one error, and no error tells a password. */
class SecuritySettingsTest {
  private static final String DIGEST = "identity { scheme = digest, user = a, ";

  @TempDir private Path directory;

  @Test
  void passwordFileThatIsMissing_isOneError() {
    assertThat(error(DIGEST + "password-file = /nowhere/p }"))
        .isEqualTo(
            "fencepost.zookeeper.identity.password-file is \"/nowhere/p\", which is not there or"
                + " cannot be read: a path is meant, the password itself goes into"
                + " identity.password (app.conf:1)");
  }

  @Test
  void passwordFileThatIsEmpty_isOneError() throws Exception {
    Path empty = Files.writeString(directory.resolve("empty"), "\n");
    assertThat(error(DIGEST + "password-file = \"" + empty + "\" }"))
        .contains("identity.password-file is \"" + empty + "\", which is empty");
  }

  @Test
  void passwordFileThatIsADirectory_isOneError() {
    assertThat(error(DIGEST + "password-file = \"" + directory + "\" }"))
        .contains("identity.password-file is", "which is no text that can be read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"S3cret", "[S3cret]", "\"S3/cret==\"", "\"S3cret:/\"", "\"S3cret\\u0000\""})
  void passwordInPlaceOfItsFile_isNotShown(String value) {
    assertThat(error(DIGEST + "password-file = " + value + " }"))
        .contains("identity.password-file is ***", "(app.conf:1)")
        .doesNotContain("S3", "cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"key-store", "trust-store"})
  void storePasswordInPlaceOfItsFile_isNotShown_andIsOneError(String store) {
    Certificates some = Certificates.valid(directory, "some");
    assertThat(
            error(
                "tls { enabled = true, "
                    + (store + " = \"" + some.store() + "\", ")
                    + (store + "-password-file = S3cret }")))
        .contains("tls." + store + "-password-file is ***, which is not there")
        .doesNotContain("S3cret");
  }

  @Test
  void storeThatIsNone_isOneError() {
    assertThat(error("tls { enabled = true, trust-store = /dev/null }"))
        .contains("tls.trust-store is \"/dev/null\", allowed: a file that ends in");
  }

  @Test
  void keyStoreThatIsMissing_isNotAlsoSaidToBeNeeded() {
    assertThat(error("identity.scheme = x509, tls { enabled = true, key-store = /nowhere/k.p12 }"))
        .contains("tls.key-store is \"/nowhere/k.p12\", which is not there");
  }

  @Test
  void keyStoreWithoutTls_isNotAlsoSaidToBeNeeded() {
    Certificates some = Certificates.valid(directory, "some");
    assertThat(error("identity.scheme = x509, tls.key-store = \"" + some.store() + "\""))
        .contains("tls.enabled is false, but a store is set");
  }

  @Test
  void wrongScheme_isOneError_whateverElseIsSet() {
    assertThat(
            error(
                "identity { scheme = digset, user = a, password = S3cret },"
                    + " access.nodes = [\"sasl:other\"]"))
        .contains("identity.scheme is \"digset\", allowed: none, digest, sasl, x509");
  }

  @Test
  void missingScheme_isOneError_whateverElseIsSet() {
    assertThat(error("identity { user = a, password = S3cret }, access.nodes = [\"sasl:other\"]"))
        .contains("identity.user and identity.password are set, but identity.scheme is not digest");
  }

  @Test
  void passwordThatIsNoText_isOneError() {
    assertThat(error(DIGEST + "password = [S3cret] }"))
        .contains("identity.password is ***, allowed: text");
  }

  @Test
  void userThatIsNoText_isOneError() {
    assertThat(error("identity { scheme = digest, user = [a], password = S3cret }"))
        .contains("identity.user is [\"a\"], allowed: text");
    assertThat(error("identity { user = [a] }")).contains("identity.user is [\"a\"], allowed");
  }

  @Test
  void tlsThatIsNeitherOnNorOff_isOneError() {
    Certificates some = Certificates.valid(directory, "some");
    assertThat(error("tls { enabled = yse, trust-store = \"" + some.pem() + "\" }"))
        .contains("tls.enabled is \"yse\", allowed: true or false");
  }

  /** The only one. */
  private static String error(String settings) {
    InvalidConfigException invalid =
        catchThrowableOfType(
            InvalidConfigException.class,
            () ->
                Settings.parse(
                    ConfigFactory.parseString(
                            "connect = \"zk1:2181\", " + settings,
                            ConfigParseOptions.defaults().setOriginDescription("app.conf"))
                        .withFallback(ConfigFactory.load().getConfig("fencepost.zookeeper"))));
    List<String> errors = invalid.errors();
    assertThat(errors).hasSize(1);
    return errors.get(0);
  }
}

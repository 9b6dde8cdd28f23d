package io.fencepost.zookeeper;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.data.Id;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code auth}, {@code access} and {@code tls} of {@code fencepost.zookeeper}. Never puts a
 * password into an error.
 */
final class SecurityReader {
  private static final String PATH = "fencepost.zookeeper.";
  private static final String SCHEMES = "none, digest, sasl, x509";

  private final Config config;
  private final List<String> errors;

  SecurityReader(Config config, List<String> errors) {
    this.config = config;
    this.errors = errors;
  }

  Security read() {
    Optional<Tls> tls = tls();
    String scheme = text("auth.scheme");
    Optional<Identity> identity =
        switch (scheme) {
          case "none" -> Optional.empty();
          case "digest" -> digest();
          case "sasl" -> Optional.of(new Identity(Identity.Scheme.SASL, "", ""));
          case "x509" -> x509(tls);
          default -> {
            error("auth.scheme", "is \"" + scheme + "\", allowed: " + SCHEMES);
            yield Optional.empty();
          }
        };
    Optional<String> login = scheme.equals("sasl") ? Optional.of(loginSection()) : Optional.empty();
    if (!scheme.equals("digest") && !(text("auth.user") + text("auth.password")).isEmpty()) {
      error("auth.user", "or auth.password is set, but auth.scheme is " + scheme);
    }
    Access access =
        new Access(identity, ids("access.nodes"), ids("access.operators"), ids("access.readers"));
    boolean named =
        !(access.nodes().isEmpty() && access.operators().isEmpty() && access.readers().isEmpty());
    if (named && scheme.equals("none")) {
      error("access", "names identities, but auth.scheme is none, so all znodes would be open");
    }
    return new Security(access, login, tls);
  }

  // Identity -----------------------------------------------------------------------------------

  private Optional<Identity> digest() {
    String user = text("auth.user");
    String password = text("auth.password");
    Optional<Path> file = file("auth.password-file");
    if (user.isEmpty() || user.contains(":")) {
      error("auth.user", "is \"" + user + "\", allowed with digest: a name without a colon");
    }
    if (password.isEmpty() == file.isEmpty()) {
      error(
          "auth",
          "needs either password or password-file with digest, not "
              + (file.isEmpty() ? "neither" : "both"));
    }
    return Optional.of(
        Identity.digest(user, file.map(f -> secret("auth.password-file", f)).orElse(password)));
  }

  private String loginSection() {
    String section = text("auth.login-section");
    AppConfigurationEntry @Nullable [] entries = null;
    try {
      entries = Configuration.getConfiguration().getAppConfigurationEntry(section);
    } catch (SecurityException e) {
      error("auth.login-section", "cannot be looked up: " + e.getMessage());
      return section;
    }
    if (entries == null) {
      error(
          "auth.login-section",
          "is \""
              + section
              + "\", which the JAAS configuration does not have; name its file with"
              + " -Djava.security.auth.login.config");
    }
    return section;
  }

  private Optional<Identity> x509(Optional<Tls> tls) {
    if (tls.flatMap(Tls::key).isEmpty()) {
      error("auth.scheme", "is x509, which needs tls.key-store");
    }
    return Optional.of(new Identity(Identity.Scheme.X509, "", ""));
  }

  private List<Id> ids(String key) {
    List<Id> ids = new ArrayList<>();
    for (String text : read(key, config::getStringList, List.<String>of())) {
      int colon = text.indexOf(':');
      String scheme = colon < 0 ? "" : text.substring(0, colon);
      boolean known = List.of("digest", "sasl", "x509").contains(scheme);
      boolean complete =
          colon >= 0
              && colon < text.length() - 1
              && (!scheme.equals("digest") || text.substring(colon + 1).matches("[^:]+:[^:]{28}"));
      if (known && complete) {
        ids.add(new Id(scheme, text.substring(colon + 1)));
      } else {
        error(
            key,
            "has \""
                + text
                + "\", allowed: digest:<user>:<hash of user:password>, sasl:<user>,"
                + " x509:<subject>");
      }
    }
    return ids;
  }

  // TLS ----------------------------------------------------------------------------------------

  private Optional<Tls> tls() {
    boolean enabled = read("tls.enabled", config::getBoolean, false);
    Optional<Tls.Store> trust = store("tls.trust-store");
    Optional<Tls.Store> key = store("tls.key-store");
    boolean verifyHost = read("tls.verify-host", config::getBoolean, true);
    if (!enabled && (trust.isPresent() || key.isPresent())) {
      error("tls.enabled", "is false, but a store is set");
    }
    if (!enabled) {
      return Optional.empty();
    }
    Tls tls = new Tls(trust, key, verifyHost);
    try {
      TlsProbe.context(tls);
    } catch (IllegalArgumentException e) {
      error("tls", String.valueOf(e.getMessage()));
    }
    return Optional.of(tls);
  }

  private Optional<Tls.Store> store(String key) {
    Optional<Path> file = file(key);
    String password = text(key + "-password");
    Optional<Path> passwordFile = file(key + "-password-file");
    if (!password.isEmpty() && passwordFile.isPresent()) {
      error(key + "-password", "and " + key + "-password-file are both set; set one");
    }
    if (file.isPresent() && !file.get().toString().matches(".*\\.(jks|p12|pfx|pem)")) {
      error(key, "is " + file.get() + ", allowed: a file that ends in .jks, .p12, .pfx or .pem");
    }
    return file.map(
        f ->
            new Tls.Store(
                f, passwordFile.map(p -> secret(key + "-password-file", p)).orElse(password)));
  }

  // Values -------------------------------------------------------------------------------------

  private String secret(String key, Path file) {
    try {
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        error(key, "is " + file + ", which is empty");
      }
      return secret;
    } catch (IOException e) {
      error(key, "is " + file + ", which cannot be read: " + e.getMessage());
      return "";
    }
  }

  private Optional<Path> file(String key) {
    String name = text(key);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(name);
      if (!Files.isReadable(file)) {
        error(key, "is " + name + ", which is not there or cannot be read");
      }
      return Optional.of(file);
    } catch (InvalidPathException e) {
      error(key, "is " + name + ", which is no path");
      return Optional.empty();
    }
  }

  private String text(String key) {
    return read(key, config::getString, "");
  }

  private <T> T read(String key, Function<String, T> reader, T otherwise) {
    try {
      return reader.apply(key);
    } catch (ConfigException e) {
      errors.add(PATH + key + ": " + e.getMessage());
      return otherwise;
    }
  }

  private void error(String key, String what) {
    errors.add(PATH + key + " " + what);
  }
}

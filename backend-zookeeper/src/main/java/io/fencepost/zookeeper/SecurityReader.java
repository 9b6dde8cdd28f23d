package io.fencepost.zookeeper;

import io.fencepost.config.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.data.Id;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code identity}, {@code access} and {@code tls} of {@code fencepost.zookeeper}. Never puts
 * a password into an error.
 */
final class SecurityReader {
  private static final String IDENTITIES =
      "digest:<user>:<hash of user:password>, sasl:<user>, x509:<subject>";

  private final Section section;

  SecurityReader(Section section) {
    this.section = section;
  }

  private enum Scheme {
    NONE,
    DIGEST,
    SASL,
    X509
  }

  Security read() {
    Optional<Tls> tls = tls();
    Scheme scheme = section.choice("identity.scheme", Scheme.class).orElse(Scheme.NONE);
    Optional<Identity> identity =
        switch (scheme) {
          case NONE -> Optional.empty();
          case DIGEST -> Optional.of(digest());
          case SASL -> Optional.of(new Identity(Identity.Scheme.SASL, "", ""));
          case X509 -> Optional.of(new Identity(Identity.Scheme.X509, "", ""));
        };
    Optional<String> login = scheme == Scheme.SASL ? loginSection() : Optional.empty();
    if (scheme != Scheme.DIGEST) {
      for (String key : List.of("user", "password", "password-file")) {
        if (!text("identity." + key).isEmpty()) {
          section.contradiction("identity." + key + " is set, but identity.scheme is not digest");
        }
      }
    }
    if (scheme == Scheme.X509 && tls.flatMap(Tls::key).isEmpty()) {
      section.contradiction("identity.scheme = x509 needs tls.key-store");
    }
    Access access =
        new Access(identity, ids("access.nodes"), ids("access.operators"), ids("access.readers"));
    boolean named =
        !(access.nodes().isEmpty() && access.operators().isEmpty() && access.readers().isEmpty());
    if (named && identity.isEmpty()) {
      section.contradiction(
          "access names identities, but identity.scheme is none, so all znodes would be open");
    }
    return new Security(access, login, tls);
  }

  // Identity -----------------------------------------------------------------------------------

  private Identity digest() {
    String user = text("identity.user");
    if (user.isEmpty() || user.contains(":")) {
      section.wrong("identity.user", ", allowed with digest: a name without a colon");
    }
    String password = password("identity.password");
    if (password.isEmpty()) {
      section.contradiction(
          "identity.scheme = digest needs identity.password or identity.password-file");
    }
    return Identity.digest(user, password);
  }

  private Optional<String> loginSection() {
    String name = text("identity.login-section");
    AppConfigurationEntry @Nullable [] entries = null;
    try {
      entries = Configuration.getConfiguration().getAppConfigurationEntry(name);
    } catch (SecurityException e) {
      // There is no JAAS configuration at all.
    }
    if (entries == null) {
      section.wrong(
          "identity.login-section",
          ", which the JAAS configuration does not have; name its file with"
              + " -Djava.security.auth.login.config");
    }
    return Optional.of(name);
  }

  private List<Id> ids(String key) {
    List<Id> ids = new ArrayList<>();
    for (String text : section.names(key).orElse(Set.of())) {
      int colon = text.indexOf(':');
      String scheme = colon < 0 ? "" : text.substring(0, colon);
      String id = text.substring(colon + 1);
      boolean good =
          switch (scheme) {
            case "digest" -> id.matches("[^:]+:[^:]{28}");
            case "sasl", "x509" -> !id.isEmpty();
            default -> false;
          };
      if (good) {
        ids.add(new Id(scheme, id));
      } else {
        section.wrong(key, ", allowed: a list of " + IDENTITIES);
      }
    }
    return ids;
  }

  // TLS ----------------------------------------------------------------------------------------

  private Optional<Tls> tls() {
    boolean enabled = section.flag("tls.enabled").orElse(false);
    Optional<Tls.Store> trust = store("tls.trust-store");
    Optional<Tls.Store> key = store("tls.key-store");
    if (!enabled) {
      if (trust.isPresent() || key.isPresent()) {
        section.contradiction("tls.enabled is false, but a store is set");
      }
      return Optional.empty();
    }
    Tls tls = new Tls(trust, key);
    try {
      TlsProbe.context(tls);
    } catch (IllegalArgumentException e) {
      section.contradiction("tls " + e.getMessage());
    }
    return Optional.of(tls);
  }

  private Optional<Tls.Store> store(String key) {
    Optional<Path> file = file(key);
    if (file.isPresent() && !file.get().toString().matches(".*\\.(jks|p12|pfx|pem)")) {
      section.wrong(key, ", allowed: a file that ends in .jks, .p12, .pfx or .pem");
    }
    String password = password(key + "-password");
    return file.map(f -> new Tls.Store(f, password));
  }

  // Values -------------------------------------------------------------------------------------

  /** What this key has, or the file that {@code <key>-file} names. */
  private String password(String key) {
    String password = text(key);
    Optional<Path> file = file(key + "-file");
    if (!password.isEmpty() && file.isPresent()) {
      section.contradiction(key + " and " + key + "-file are both set");
    }
    return file.map(f -> secret(key + "-file", f)).orElse(password);
  }

  private String secret(String key, Path file) {
    try {
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        section.wrong(key, ", which is empty");
      }
      return secret;
    } catch (IOException e) {
      section.wrong(key, ", which cannot be read: " + e.getMessage());
      return "";
    }
  }

  private Optional<Path> file(String key) {
    Optional<Path> file =
        section
            .parsed(key, "a file", text -> text.isEmpty() ? Optional.<Path>empty() : path(text))
            .flatMap(path -> path);
    if (file.filter(Files::isReadable).isPresent()) {
      return file;
    }
    file.ifPresent(f -> section.wrong(key, ", which is not there or cannot be read"));
    return Optional.empty();
  }

  private static Optional<Path> path(String text) {
    return Optional.of(Path.of(text));
  }

  private String text(String key) {
    return section.text(key, "text", text -> true).orElse("");
  }
}

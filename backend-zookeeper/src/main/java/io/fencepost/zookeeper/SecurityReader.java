package io.fencepost.zookeeper;

import io.fencepost.config.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
    // What it should have been is not known, so nothing is held against it.
    Optional<Scheme> scheme = section.choice("identity.scheme", Scheme.class);
    Optional<Identity> identity = scheme.flatMap(this::identity);
    Optional<String> login = scheme.filter(s -> s == Scheme.SASL).flatMap(sasl -> loginSection());
    Access access =
        new Access(identity, ids("access.nodes"), ids("access.operators"), ids("access.readers"));
    scheme.ifPresent(s -> contradictions(s, access));
    return new Security(access, login, tls);
  }

  private Optional<Identity> identity(Scheme scheme) {
    return switch (scheme) {
      case NONE -> Optional.empty();
      case DIGEST -> Optional.of(digest());
      case SASL -> Optional.of(new Identity(Identity.Scheme.SASL, "", ""));
      case X509 -> Optional.of(new Identity(Identity.Scheme.X509, "", ""));
    };
  }

  /** One at most for each cause. */
  private void contradictions(Scheme scheme, Access access) {
    if (scheme == Scheme.X509 && isUnset("tls.key-store")) {
      section.contradiction("identity.scheme = x509 needs tls.key-store");
    }
    List<String> idle =
        Stream.of("identity.user", "identity.password", "identity.password-file")
            .filter(key -> scheme != Scheme.DIGEST && isSet(key))
            .toList();
    boolean named =
        !(access.nodes().isEmpty() && access.operators().isEmpty() && access.readers().isEmpty());
    if (!idle.isEmpty()) {
      section.contradiction(
          String.join(" and ", idle)
              + (idle.size() == 1 ? " is" : " are")
              + " set, but identity.scheme is not digest");
    } else if (named && scheme == Scheme.NONE) {
      section.contradiction(
          "access names identities, but identity.scheme is none, so all znodes would be open");
    }
  }

  // Identity -----------------------------------------------------------------------------------

  private Identity digest() {
    Optional<String> user = text("identity.user");
    if (user.filter(name -> name.isEmpty() || name.contains(":")).isPresent()) {
      section.wrong("identity.user", ", allowed with digest: a name without a colon");
    }
    Optional<String> password = password("identity.password");
    if (password.filter(String::isEmpty).isPresent()) {
      section.contradiction(
          "identity.scheme = digest needs identity.password or identity.password-file");
    }
    return Identity.digest(user.orElse(""), password.orElse(""));
  }

  private Optional<String> loginSection() {
    return text("identity.login-section").map(this::checkedSection);
  }

  private String checkedSection(String name) {
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
    return name;
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
    int errorsBefore = section.errors().size();
    Optional<Boolean> enabled = section.flag("tls.enabled");
    Optional<Tls.Store> trust = store("tls.trust-store");
    Optional<Tls.Store> key = store("tls.key-store");
    boolean isGood = section.errors().size() == errorsBefore;
    if (enabled.filter(on -> on).isEmpty()) {
      if (enabled.isPresent() && (trust.isPresent() || key.isPresent())) {
        section.contradiction("tls.enabled is false, but a store is set");
      }
      return Optional.empty();
    }
    Tls tls = new Tls(trust, key);
    try {
      if (isGood) {
        TlsProbe.context(tls);
      }
    } catch (IllegalArgumentException e) {
      section.contradiction("tls " + e.getMessage());
    }
    return Optional.of(tls);
  }

  private Optional<Tls.Store> store(String key) {
    Optional<Path> file = file(key, "");
    if (file.isPresent() && !file.get().toString().matches(".*\\.(jks|p12|pfx|pem)")) {
      section.wrong(key, ", allowed: a file that ends in .jks, .p12, .pfx or .pem");
    }
    Optional<String> password = password(key + "-password");
    return file.map(f -> new Tls.Store(f, password.orElse("")));
  }

  // Values -------------------------------------------------------------------------------------

  /**
   * What this key has, or the file that {@code <key>-file} names; empty if that is wrong, which is
   * reported then.
   */
  private Optional<String> password(String key) {
    Optional<String> password = text(key);
    String fileKey = key + "-file";
    Optional<Path> file = file(fileKey, ": a path is meant, the password itself goes into " + key);
    if (isSet(fileKey) && isSet(key)) {
      section.contradiction(key + " and " + fileKey + " are both set");
      return Optional.empty();
    }
    return isUnset(fileKey) ? password : file.flatMap(f -> secret(fileKey, f));
  }

  private Optional<String> secret(String key, Path file) {
    try {
      String secret = Files.readString(file).strip();
      if (!secret.isEmpty()) {
        return Optional.of(secret);
      }
      section.wrong(key, ", which is empty");
    } catch (IOException e) {
      section.wrong(key, ", which is no text that can be read");
    }
    return Optional.empty();
  }

  private Optional<Path> file(String key, String advice) {
    Optional<Path> file = text(key).filter(t -> !t.isEmpty()).flatMap(t -> path(key, t));
    if (file.isPresent() && !Files.isReadable(file.get())) {
      section.wrong(key, ", which is not there or cannot be read" + advice);
      return Optional.empty();
    }
    return file;
  }

  private Optional<Path> path(String key, String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      section.wrong(key, ", allowed: a file");
      return Optional.empty();
    }
  }

  /** Empty if it is no text, which is reported then. */
  private Optional<String> text(String key) {
    return section.text(key, "text", text -> true);
  }

  private boolean isSet(String key) {
    return text(key).filter(t -> !t.isEmpty()).isPresent();
  }

  /** As in {@code reference.conf}; what is no text is neither set nor unset. */
  private boolean isUnset(String key) {
    return text(key).filter(String::isEmpty).isPresent();
  }
}

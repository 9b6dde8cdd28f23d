package io.fencepost.etcd;

import io.fencepost.config.Section;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads the user and {@code tls} of {@code fencepost.etcd}. Never puts a password into an error.
 */
final class SecurityReader {
  private final Section section;

  SecurityReader(Section section) {
    this.section = section;
  }

  // User ---------------------------------------------------------------------------------------

  Optional<Login> login() {
    String user = text("user");
    String password = text("password");
    FileSetting file = file("password-file");
    if (user.isEmpty()) {
      Stream.of("password", "password-file")
          .filter(key -> !text(key).isEmpty())
          .findFirst()
          .ifPresent(key -> section.contradiction(set(key) + ", but user is not"));
      return Optional.empty();
    }
    if (!password.isEmpty() && file.isSet()) {
      section.contradiction(
          "password "
              + section.origin("password")
              + " and password-file "
              + section.origin("password-file")
              + " are both set");
    } else if (password.isEmpty() && !file.isSet()) {
      section.contradiction(
          section.stated("user", user) + " needs one of password and password-file");
    }
    return Optional.of(new Login(user, file.usable().map(this::secret).orElse(password)));
  }

  private String secret(Path file) {
    try {
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        section.wrong("password-file", ", which is empty");
      }
      return secret;
    } catch (IOException e) {
      section.wrong("password-file", ", which cannot be read");
      return "";
    }
  }

  // TLS ----------------------------------------------------------------------------------------

  Optional<Tls> tls(List<URI> endpoints) {
    FileSetting ca = file("tls.ca-file");
    FileSetting chain = file("tls.cert-file");
    FileSetting key = file("tls.key-file");
    Optional<String> authority = Optional.of(text("tls.authority")).filter(name -> !name.isEmpty());
    if (chain.isSet() != key.isSet()) {
      section.contradiction(
          (chain.isSet() ? set("tls.cert-file") : set("tls.key-file"))
              + ", but tls."
              + (chain.isSet() ? "key-file" : "cert-file")
              + " is not: set both or neither");
    }
    if (endpoints.stream().noneMatch(uri -> uri.getScheme().equals("https"))) {
      if (!endpoints.isEmpty()) {
        refuseTlsOverHttp();
      }
      return Optional.empty();
    }
    holding("tls.ca-file", ca, PemFile::certificates);
    Optional<Path> certified = holding("tls.cert-file", chain, PemFile::certificates);
    Optional<Path> secret = holding("tls.key-file", key, PemFile::key);
    Optional<Tls.Identity> identity =
        certified.flatMap(certificate -> secret.map(file -> new Tls.Identity(certificate, file)));
    if (identity.filter(pair -> !pair.belongsTogether()).isPresent()) {
      section.contradiction(
          section.stated("tls.key-file", text("tls.key-file"))
              + " is not the key of the first certificate in "
              + section.stated("tls.cert-file", text("tls.cert-file")));
    }
    return Optional.of(new Tls(ca.usable(), identity, authority));
  }

  private void refuseTlsOverHttp() {
    Stream.of("ca-file", "cert-file", "key-file", "authority")
        .map(key -> "tls." + key)
        .filter(key -> !text(key).isEmpty())
        .findFirst()
        .ifPresent(
            key ->
                section.contradiction(
                    set(key)
                        + ", but the endpoints "
                        + section.origin("endpoints")
                        + " are http: write https://..."));
  }

  /** The file, if the reader can use it; reports it otherwise. */
  private Optional<Path> holding(String key, FileSetting file, Consumer<Path> reader) {
    try {
      file.usable().ifPresent(reader);
      return file.usable();
    } catch (IllegalArgumentException e) {
      section.wrong(key, ", which " + e.getMessage());
      return Optional.empty();
    }
  }

  // Values -------------------------------------------------------------------------------------

  private FileSetting file(String key) {
    String name = text(key);
    if (name.isEmpty()) {
      return new FileSetting.NotSet();
    }
    String wrong;
    try {
      Path file = Path.of(name);
      if (Files.isReadable(file) && !Files.isDirectory(file)) {
        return new FileSetting.Usable(file);
      }
      wrong = Files.isDirectory(file) ? "is a directory" : "is not there or cannot be read";
    } catch (InvalidPathException e) {
      wrong = "is no path";
    }
    section.wrong(key, ", which " + wrong + "; allowed: the name of a file");
    return new FileSetting.Refused();
  }

  private String set(String key) {
    return key + " is set " + section.origin(key);
  }

  private String text(String key) {
    return section.text(key, "text", text -> true).orElse("");
  }
}

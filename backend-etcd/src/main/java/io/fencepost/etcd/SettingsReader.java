package io.fencepost.etcd;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueType;
import io.fencepost.config.InvalidConfigException;
import io.fencepost.config.Section;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads {@code fencepost.etcd}, collecting all errors. Never puts a password into one. */
final class SettingsReader {
  private static final String PATH = "fencepost.etcd";
  private static final Duration LEAST = Duration.ofMillis(10);
  private static final Duration MOST = Duration.ofMinutes(10);
  private static final long MOST_BYTES = 1L << 30;

  private final Config config;
  private final Section section;
  private final List<String> errors = new ArrayList<>();

  /** Stands for a file whose name is set and was reported as wrong. */
  private static final Path REFUSED = Path.of("");

  SettingsReader(Config config) {
    this.config = config;
    this.section = Section.of(PATH, config);
  }

  /** What does not go with the node's lease, as far as it can be read. */
  static List<String> contradictions(Config config, Duration lease) {
    Optional<Duration> request = Section.of(PATH, config).duration("request-timeout", LEAST, MOST);
    // What is wrong by itself is reported by read.
    Section together = Section.of(PATH, config);
    request.ifPresent(
        timeout ->
            together.requireBelowLease(
                "request-timeout",
                timeout,
                lease,
                "a write whose reply is lost could not be issued again while the lease holds;"
                    + " allowed: less than the lease, a third of it is good"));
    return together.errors();
  }

  Settings read() {
    List<URI> endpoints = read("endpoints", this::endpoints, List.of());
    Settings settings =
        new Settings(
            endpoints,
            read("prefix", this::prefix, ""),
            duration("connection-timeout"),
            duration("request-timeout"),
            section.bytes("max-request-size", 1, MOST_BYTES).orElse(0L),
            login(),
            tls(endpoints));
    section.unknown();
    errors.addAll(section.errors());
    if (!errors.isEmpty()) {
      throw new InvalidConfigException(errors);
    }
    return settings;
  }

  // Endpoints ----------------------------------------------------------------------------------

  private List<URI> endpoints(String key) {
    List<String> texts =
        config.getValue(key).valueType() == ConfigValueType.STRING
            ? List.of(config.getString(key).split(",", -1))
            : config.getStringList(key);
    List<URI> uris =
        texts.stream().map(String::strip).filter(t -> !t.isEmpty()).map(this::endpoint).toList();
    if (uris.isEmpty()) {
      throw new IllegalArgumentException(
          "is not set; it names the members: [\"http://etcd1:2379\", \"http://etcd2:2379\"]");
    }
    if (uris.stream().map(URI::getScheme).distinct().count() > 1) {
      throw new IllegalArgumentException("mixes http and https: " + uris);
    }
    return uris;
  }

  private URI endpoint(String text) {
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("has " + shown(text) + ", which is no URL", e);
    }
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    boolean bare = uri.getRawPath() == null || uri.getRawPath().matches("/?");
    if (!http || !bare || uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "has " + shown(text) + ", allowed: http://host:port and https://host:port");
    }
    return uri;
  }

  /** Without a password, also where it is no URL that a parser could take apart. */
  private static String shown(String endpoint) {
    return endpoint.indexOf('@') < 0 ? endpoint : "one with a user";
  }

  private String prefix(String key) {
    String prefix = config.getString(key);
    if (!prefix.matches("(/[A-Za-z0-9._-]+)*")) {
      throw new IllegalArgumentException(
          "is \"" + prefix + "\", allowed: nothing, or parts such as \"/apps\" or \"/apps/team\"");
    }
    return prefix;
  }

  // Security -----------------------------------------------------------------------------------

  private Optional<Login> login() {
    String user = text("user");
    String password = text("password");
    Optional<Path> file = file("password-file");
    if (user.isEmpty()) {
      if (!password.isEmpty() || file.isPresent()) {
        errors.add(PATH + ".user is not set, but a password is");
      }
      return Optional.empty();
    }
    if (password.isEmpty() == file.isEmpty()) {
      errors.add(
          PATH
              + ".user is set, so set either "
              + PATH
              + ".password or "
              + PATH
              + ".password-file, not "
              + (file.isEmpty() ? "neither" : "both"));
      return Optional.empty();
    }
    return Optional.of(new Login(user, file.map(this::firstLine).orElse(password)));
  }

  private String firstLine(Path file) {
    if (file.equals(REFUSED)) {
      return "";
    }
    try {
      String password = Files.readString(file).strip();
      if (password.isEmpty()) {
        errors.add(PATH + ".password-file is " + file + ", which is empty");
      }
      return password;
    } catch (IOException e) {
      errors.add(PATH + ".password-file is " + file + ", which cannot be read: " + e.getMessage());
      return "";
    }
  }

  private Optional<Tls> tls(List<URI> endpoints) {
    Optional<Path> ca = file("tls.ca-file");
    Optional<Path> chain = file("tls.cert-file");
    Optional<Path> key = file("tls.key-file");
    Optional<String> authority = Optional.of(text("tls.authority")).filter(name -> !name.isEmpty());
    if (chain.isPresent() != key.isPresent()) {
      errors.add(PATH + ".tls has one of cert-file and key-file; set both or neither");
    }
    boolean asked = ca.isPresent() || chain.isPresent() || key.isPresent() || authority.isPresent();
    boolean https = endpoints.stream().anyMatch(uri -> uri.getScheme().equals("https"));
    if (asked && !https && !endpoints.isEmpty()) {
      errors.add(PATH + ".tls is set, but the endpoints are http: write https://...");
    }
    boolean refused = Stream.of(ca, chain, key).flatMap(Optional::stream).anyMatch(REFUSED::equals);
    if (!https || refused || chain.isPresent() != key.isPresent()) {
      return Optional.empty();
    }
    Tls tls = new Tls(ca, chain.map(file -> new Tls.Identity(file, key.orElseThrow())), authority);
    try {
      tls.context();
    } catch (IllegalArgumentException e) {
      errors.add(PATH + ".tls: " + e.getMessage());
    }
    return Optional.of(tls);
  }

  private Optional<Path> file(String key) {
    String name = text(key);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(name);
      if (Files.isReadable(file)) {
        return Optional.of(file);
      }
      errors.add(PATH + "." + key + " is " + name + ", which is not there or cannot be read");
    } catch (InvalidPathException e) {
      errors.add(PATH + "." + key + " is " + name + ", which is no path");
    }
    return Optional.of(REFUSED);
  }

  // Values -------------------------------------------------------------------------------------

  private String text(String key) {
    return read(key, config::getString, "");
  }

  private Duration duration(String key) {
    return section.duration(key, LEAST, MOST).orElse(Duration.ZERO);
  }

  private <T> T read(String key, Function<String, T> reader, T otherwise) {
    try {
      return reader.apply(key);
    } catch (ConfigException e) {
      errors.add(PATH + "." + key + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      errors.add(PATH + "." + key + " " + e.getMessage());
    }
    return otherwise;
  }
}

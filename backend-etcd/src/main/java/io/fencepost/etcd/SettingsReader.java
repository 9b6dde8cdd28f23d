package io.fencepost.etcd;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueType;
import io.fencepost.config.InvalidConfigException;
import io.fencepost.config.Section;
import io.fencepost.time.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@code fencepost.etcd}, collecting all errors. Never puts a password into one. */
final class SettingsReader {
  private static final Logger log = LoggerFactory.getLogger(SettingsReader.class);
  private static final String PATH = "fencepost.etcd";
  private static final String ENDPOINTS =
      "http://host:port and https://host:port, the port from 1 to 65535";
  private static final Duration LEAST = Duration.ofMillis(10);
  private static final Duration MOST = Duration.ofMinutes(10);
  private static final long MOST_BYTES = 1L << 30;
  private static final int MOST_PORT = 65_535;

  private final Config config;
  private final Section section;

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
    if (together.errors().isEmpty()) {
      request.ifPresent(timeout -> adviseAThird(together, timeout, lease));
    }
    return together.errors();
  }

  /**
   * No error: it works as long as no member hangs, and who shortens the lease has not chosen the
   * timeout.
   */
  private static void adviseAThird(Section section, Duration timeout, Duration lease) {
    if (timeout.multipliedBy(3).compareTo(lease) > 0) {
      log.warn(
          "{}.{} is above a third of fencepost.lease = {}: a member that hangs can cost this node"
              + " its lease, for want of time to renew it with another; set at most {} ms",
          PATH,
          section.stated("request-timeout", timeout),
          Durations.text(lease),
          lease.dividedBy(3).toMillis());
    }
  }

  Settings read() {
    List<URI> endpoints = endpoints();
    SecurityReader security = new SecurityReader(section);
    Settings settings =
        new Settings(
            endpoints,
            prefix(),
            duration("connection-timeout"),
            duration("request-timeout"),
            section.bytes("max-request-size", 1, MOST_BYTES).orElse(0L),
            security.login(),
            security.tls(endpoints));
    section.unknown();
    if (!section.errors().isEmpty()) {
      throw new InvalidConfigException(section.errors());
    }
    return settings;
  }

  // Endpoints ----------------------------------------------------------------------------------

  /** Empty if anything is wrong with them. */
  private List<URI> endpoints() {
    try {
      List<String> texts =
          texts().stream().map(String::strip).filter(text -> !text.isEmpty()).toList();
      if (texts.isEmpty()) {
        section.missing("endpoints", "[\"http://etcd1:2379\", \"http://etcd2:2379\"]");
        return List.of();
      }
      List<URI> uris = texts.stream().map(SettingsReader::endpoint).toList();
      if (uris.stream().map(URI::getScheme).distinct().count() > 1) {
        throw new IllegalArgumentException(uris + " mixes http and https");
      }
      return uris;
    } catch (IllegalArgumentException e) {
      section.refused("endpoints", e);
      return List.of();
    }
  }

  private List<String> texts() {
    if (!section.has("endpoints")) {
      return List.of();
    }
    try {
      return config.getValue("endpoints").valueType() == ConfigValueType.STRING
          ? List.of(config.getString("endpoints").split(",", -1))
          : config.getStringList("endpoints");
    } catch (ConfigException e) {
      // Not the value, which may hold a password.
      throw new IllegalArgumentException(
          "is neither a list nor a text with commas; allowed: " + ENDPOINTS, e);
    }
  }

  private static URI endpoint(String text) {
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(shown(text) + " is no URL; allowed: " + ENDPOINTS, e);
    }
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    boolean bare =
        uri.getRawPath() != null
            && uri.getRawPath().matches("/?")
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null;
    if (!http || !bare || uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          shown(text) + " is no client URL of a member; allowed: " + ENDPOINTS);
    }
    if (uri.getPort() < 1 || uri.getPort() > MOST_PORT) {
      throw new IllegalArgumentException(
          shown(text)
              + (uri.getPort() < 0 ? " has no port" : " has the port " + uri.getPort())
              + "; allowed: "
              + ENDPOINTS);
    }
    return uri;
  }

  /** Without a password, also where it is no URL that a parser could take apart. */
  private static String shown(String endpoint) {
    return endpoint.indexOf('@') < 0 ? "'" + endpoint + "'" : "one with a user";
  }

  private String prefix() {
    return section
        .text(
            "prefix",
            "nothing, or parts such as \"/apps\" or \"/apps/team\"",
            text -> text.matches("(/[A-Za-z0-9._-]+)*"))
        .orElse("");
  }

  private Duration duration(String key) {
    return section.duration(key, LEAST, MOST).orElse(Duration.ZERO);
  }
}

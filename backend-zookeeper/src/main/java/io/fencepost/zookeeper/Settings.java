package io.fencepost.zookeeper;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.fencepost.config.InvalidConfigException;
import io.fencepost.config.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code fencepost.zookeeper}, see {@code reference.conf}.
 *
 * @param client settings of the ZooKeeper client, by name
 */
record Settings(
    String connect,
    Duration connectionTimeout,
    Duration requestTimeout,
    Duration tick,
    long maxRequestBytes,
    long maxCandidateBytes,
    Security security,
    Map<String, String> client) {
  static final String PATH = "fencepost.zookeeper";

  private static final Duration LEAST = Duration.ofMillis(10);
  private static final Duration MOST = Duration.ofMinutes(10);
  private static final Duration MOST_TICK = Duration.ofMinutes(1);
  private static final long MOST_BYTES = 1L << 30;

  Settings {
    client = Map.copyOf(client);
  }

  /**
   * @throws InvalidConfigException with every error there is
   */
  static Settings parse(Config config) {
    Section section = Section.of(PATH, config);
    List<String> errors = new ArrayList<>();
    Settings settings =
        new Settings(
            connect(section),
            section.duration("connection-timeout", LEAST, MOST).orElse(Duration.ZERO),
            section.duration("request-timeout", LEAST, MOST).orElse(Duration.ZERO),
            section.duration("tick", LEAST, MOST_TICK).orElse(Duration.ZERO),
            section.bytes("max-request-size", 1, MOST_BYTES).orElse(0L),
            section.bytes("max-candidate-size", 1, MOST_BYTES).orElse(0L),
            new SecurityReader(section).read(),
            client(section, config));
    if (settings.maxCandidateBytes > settings.maxRequestBytes && settings.maxRequestBytes > 0) {
      section.contradiction(
          "max-candidate-size "
              + section.origin("max-candidate-size")
              + " is above max-request-size "
              + section.origin("max-request-size")
              + ": the end of a session is one request that names all its candidates");
    }
    section.unknown();
    errors.addAll(section.errors());
    if (!errors.isEmpty()) {
      throw new InvalidConfigException(errors);
    }
    return settings;
  }

  /** What does not go with the node's lease, as far as it can be read. */
  static List<String> contradictions(Config config, Duration lease) {
    Section section = Section.of(PATH, config);
    Optional<Duration> request = section.duration("request-timeout", LEAST, MOST);
    Optional<Duration> tick = section.duration("tick", LEAST, MOST_TICK);
    // What is wrong by itself is reported by parse.
    Section together = Section.of(PATH, config);
    request.ifPresent(
        timeout ->
            together.requireBelowLease(
                "request-timeout",
                timeout,
                lease,
                "a write whose reply is lost could not be issued again while the lease holds;"
                    + " allowed: less than the lease, a third of it is good"));
    tick.ifPresent(
        length ->
            together.requireBelowLease(
                "tick",
                length,
                lease,
                "sessions expire on ticks, and ZooKeeper grants none shorter than two of them"
                    + " unless its minSessionTimeout says so"));
    return together.errors();
  }

  /** The chroot that all paths are below; empty if there is none. */
  String chroot() {
    return ConnectString.chroot(connect);
  }

  private static String connect(Section section) {
    Optional<String> text = section.text("connect", ConnectString.ALLOWED, t -> true);
    if (text.filter(String::isBlank).isPresent()) {
      section.missing("connect", ConnectString.ALLOWED);
      return "";
    }
    try {
      return text.map(ConnectString::checked).orElse("");
    } catch (IllegalArgumentException e) {
      section.refused("connect", e);
      return "";
    }
  }

  private static Map<String, String> client(Section section, Config config) {
    if (!section.has("client")) {
      return Map.of();
    }
    if (config.getValue("client").valueType() != ConfigValueType.OBJECT) {
      // Not the value: it may hold a password, under a name that says nothing of it.
      section.refused(
          "client",
          new IllegalArgumentException(
              "is no object; allowed: { \"name\" = value, ... }, settings of the ZooKeeper client"));
      return Map.of();
    }
    return properties(config.getConfig("client"));
  }

  private static Map<String, String> properties(Config client) {
    Map<String, String> properties = new TreeMap<>();
    for (Map.Entry<String, ConfigValue> entry : client.entrySet()) {
      properties.put(
          String.join(".", ConfigUtil.splitPath(entry.getKey())),
          entry.getValue().unwrapped().toString());
    }
    return properties;
  }

  /** Without the values of client settings, which may be passwords. */
  @Override
  public String toString() {
    return "connect=" + connect + " " + security + " client=" + new TreeSet<>(client.keySet());
  }
}

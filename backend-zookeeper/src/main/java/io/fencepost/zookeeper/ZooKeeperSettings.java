package io.fencepost.zookeeper;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.fencepost.config.InvalidConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** {@code fencepost.zookeeper}, see the module's {@code reference.conf}. */
record ZooKeeperSettings(
    String connect, Duration connectionTimeout, Duration requestTimeout, Duration tick) {
  private static final String PATH = "fencepost.zookeeper.";
  private static final Pattern SERVER =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s:,/\\[\\]]+):(\\d{1,5})");

  /**
   * @throws InvalidConfigException naming everything that is wrong
   */
  static ZooKeeperSettings parse(Config config) {
    List<String> errors = new ArrayList<>();
    String connect = connect(config, errors);
    Duration connection =
        duration(config, "connection-timeout", 100, 300_000, "100 ms to 5 min", errors);
    Duration request = duration(config, "request-timeout", 50, 60_000, "50 ms to 1 min", errors);
    Duration tick = duration(config, "tick", 10, 60_000, "10 ms to 1 min", errors);
    if (!errors.isEmpty()) {
      throw new InvalidConfigException(errors);
    }
    return new ZooKeeperSettings(connect, connection, request, tick);
  }

  private static String connect(Config config, List<String> errors) {
    try {
      String connect = config.getString("connect").trim();
      if (connect.isEmpty()) {
        errors.add(PATH + "connect is not set; it names the servers: host:port,host:port,...");
      }
      for (String server : connect.isEmpty() ? new String[0] : connect.split(",", -1)) {
        if (!SERVER.matcher(server.trim()).matches()) {
          errors.add(
              PATH
                  + "connect has '"
                  + server
                  + "', allowed: host:port, several separated by commas");
        }
      }
      return connect.replace(" ", "");
    } catch (ConfigException e) {
      errors.add(PATH + "connect: " + e.getMessage());
      return "";
    }
  }

  private static Duration duration(
      Config config, String key, long least, long most, String allowed, List<String> errors) {
    try {
      Duration value = config.getDuration(key);
      if (value.toMillis() < least || value.toMillis() > most) {
        errors.add(PATH + key + " is " + value.toMillis() + " ms, allowed: " + allowed);
      }
      return value;
    } catch (ConfigException e) {
      errors.add(PATH + key + ": " + e.getMessage());
      return Duration.ZERO;
    }
  }
}

package io.fencepost.zookeeper;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.fencepost.config.InvalidConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.zookeeper.client.ConnectStringParser;

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
  private static final String PATH = "fencepost.zookeeper.";

  Settings {
    client = Map.copyOf(client);
  }

  /**
   * @throws InvalidConfigException with every error there is
   */
  static Settings parse(Config config) {
    List<String> errors = new ArrayList<>();
    Settings settings =
        new Settings(
            read(config, "connect", Settings::servers, "", errors),
            duration(config, "connection-timeout", errors),
            duration(config, "request-timeout", errors),
            duration(config, "tick", errors),
            read(config, "max-request-size", config::getBytes, 0L, errors),
            read(config, "max-candidate-size", config::getBytes, 0L, errors),
            new SecurityReader(config, errors).read(),
            read(config, "client", path -> properties(config.getConfig(path)), Map.of(), errors));
    if (!errors.isEmpty()) {
      throw new InvalidConfigException(errors);
    }
    return settings;
  }

  private static String servers(String connect) {
    if (connect.isBlank()) {
      throw new IllegalArgumentException(
          "is not set; it names the servers: \"zk1:2181,zk2:2181,zk3:2181\"");
    }
    int servers = new ConnectStringParser(connect).getServerAddresses().size();
    if (servers == 0) {
      throw new IllegalArgumentException("names no server");
    }
    return connect;
  }

  private static Duration duration(Config config, String key, List<String> errors) {
    return read(
        config,
        key,
        path -> {
          Duration value = config.getDuration(path);
          if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("is " + value + ", but must be positive");
          }
          return value;
        },
        Duration.ZERO,
        errors);
  }

  private static <T> T read(
      Config config, String key, Function<String, T> reader, T otherwise, List<String> errors) {
    try {
      return reader.apply(key.equals("connect") ? config.getString(key) : key);
    } catch (ConfigException e) {
      errors.add(PATH + key + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      errors.add(PATH + key + " " + e.getMessage());
    }
    return otherwise;
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
}

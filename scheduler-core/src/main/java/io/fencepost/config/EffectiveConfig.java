package io.fencepost.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Shows what is in force. */
final class EffectiveConfig {
  private EffectiveConfig() {}

  static String render(Config tree) {
    Map<String, ConfigValue> values = new TreeMap<>();
    tree.entrySet().forEach(entry -> values.put(entry.getKey(), entry.getValue()));
    return values.entrySet().stream()
        .map(entry -> line(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String line(String path, ConfigValue value) {
    return SchedulerConfig.ROOT
        + "."
        + path
        + " = "
        + Secrets.mask(named(path), value.render(ConfigRenderOptions.concise()))
        + "  # "
        + Origins.describe(value.origin());
  }

  /** A job may be called token-refresh without its settings being secret. */
  private static String named(String path) {
    List<String> keys = ConfigUtil.splitPath(path);
    return keys.get(0).equals("jobs") ? keys.get(keys.size() - 1) : path;
  }
}

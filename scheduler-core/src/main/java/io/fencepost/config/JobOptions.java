package io.fencepost.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.fencepost.JobDefinition;
import io.fencepost.MisfirePolicy;
import io.fencepost.RetryPolicy;
import io.fencepost.schedule.CronSchedule;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Schedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job's definition as the settings that make it. So code, annotations and config are layers of
 * one tree, read and checked by one reader, and each value knows where it was written.
 */
final class JobOptions {
  private JobOptions() {}

  /**
   * @param where put behind errors in a value
   */
  static ConfigObject of(JobDefinition definition, String where) {
    Map<String, Object> options = new LinkedHashMap<>(schedule(definition.schedule()));
    options.put("version", definition.version());
    options.put("shards", definition.shards());
    MisfirePolicy misfire = definition.misfire();
    options.put("misfire", Words.of(misfire.kind()));
    if (misfire.kind() == MisfirePolicy.Kind.FIRE_ALL) {
      options.put("misfire-cap", misfire.cap());
      options.put("misfire-window", HoconDuration.format(misfire.window()));
    }
    options.put("misfire-after", HoconDuration.format(definition.misfireAfter()));
    options.put("overlap", Words.of(definition.overlap()));
    options.put("on-holder-loss", Words.of(definition.onHolderLoss()));
    options.put("max-holder-losses", definition.maxHolderLosses());
    options.put("retry", retry(definition.retry()));
    definition.timeout().ifPresent(t -> options.put("timeout", HoconDuration.format(t)));
    definition.sinks().ifPresent(s -> options.put("sinks", s.stream().sorted().toList()));
    options.put("keep-runs", definition.keepRuns());
    return ConfigValueFactory.fromMap(options, where);
  }

  private static Map<String, Object> schedule(Schedule schedule) {
    if (schedule instanceof CronSchedule cron) {
      return Map.of(
          "cron", cron.expression(),
          "zone", cron.zone().getId(),
          "gap", Words.of(cron.gap()),
          "repeat", Words.of(cron.repeat()));
    }
    if (schedule instanceof FixedRate rate) {
      return Map.of(
          "fixed-rate", HoconDuration.format(rate.period()), "anchor", rate.anchor().toString());
    }
    return Map.of("fixed-delay", HoconDuration.format(((FixedDelay) schedule).delay()));
  }

  private static Map<String, Object> retry(RetryPolicy retry) {
    return Map.of(
        "max-attempts", retry.maxAttempts(),
        "initial-backoff", HoconDuration.format(retry.initialBackoff()),
        "multiplier", retry.multiplier(),
        "max-backoff", HoconDuration.format(retry.maxBackoff()),
        "jitter", retry.jitter());
  }

  /**
   * Lays config over what is declared. A schedule of another kind replaces the declared one with
   * all its parts, and another misfire rule the declared cap and window.
   */
  static ConfigObject merge(ConfigObject config, ConfigObject declared) {
    ConfigObject below = declared;
    List<String> kinds =
        ScheduleReader.KINDS.keySet().stream().filter(kind -> isSet(config, kind)).toList();
    if (!kinds.isEmpty()) {
      for (Map.Entry<String, List<String>> kind : ScheduleReader.KINDS.entrySet()) {
        if (!kinds.contains(kind.getKey())) {
          below = without(below, kind.getKey(), kind.getValue());
        }
      }
    }
    if (isSet(config, "misfire") && !fireAll(config)) {
      below = without(below, "misfire", List.of("misfire-cap", "misfire-window"));
    }
    return config.withFallback(below);
  }

  private static boolean isSet(ConfigObject object, String key) {
    return object.toConfig().hasPath(key);
  }

  private static boolean fireAll(ConfigObject config) {
    ConfigValue misfire = config.toConfig().getValue("misfire");
    return Words.of(MisfirePolicy.Kind.FIRE_ALL).equals(misfire.unwrapped());
  }

  private static ConfigObject without(ConfigObject object, String key, List<String> keys) {
    ConfigObject rest = object.withoutKey(key);
    for (String each : keys) {
      rest = rest.withoutKey(each);
    }
    return rest;
  }
}

package io.fencepost.ledger;

import io.fencepost.JobDefinition;
import io.fencepost.MisfirePolicy;
import io.fencepost.RetryPolicy;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** A job's policies under their keys in the configuration. */
final class Policies {
  private Policies() {}

  static SortedMap<String, String> of(JobDefinition definition) {
    SortedMap<String, String> policies = new TreeMap<>();
    MisfirePolicy misfire = definition.misfire();
    policies.put("misfire", word(misfire.kind()));
    if (misfire.kind() == MisfirePolicy.Kind.FIRE_ALL) {
      policies.put("misfire-cap", Integer.toString(misfire.cap()));
      policies.put("misfire-window", misfire.window().toString());
    }
    policies.put("misfire-after", definition.misfireAfter().toString());
    policies.put("overlap", word(definition.overlap()));
    policies.put("on-holder-loss", word(definition.onHolderLoss()));
    policies.put("max-holder-losses", Integer.toString(definition.maxHolderLosses()));
    RetryPolicy retry = definition.retry();
    policies.put("retry.max-attempts", Integer.toString(retry.maxAttempts()));
    policies.put("retry.initial-backoff", retry.initialBackoff().toString());
    policies.put("retry.multiplier", Double.toString(retry.multiplier()));
    policies.put("retry.max-backoff", retry.maxBackoff().toString());
    policies.put("retry.jitter", Double.toString(retry.jitter()));
    definition.timeout().ifPresent(timeout -> policies.put("timeout", timeout.toString()));
    policies.put("shards", Integer.toString(definition.shards()));
    policies.put("keep-runs", Integer.toString(definition.keepRuns()));
    return policies;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

package io.fencepost;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Durations;
import java.time.Duration;

/**
 * When a failed attempt is tried again. The wait before failure n+1 is {@code initialBackoff *
 * multiplier^(n-1)}, at most {@code maxBackoff}, less a random part of up to {@code jitter}.
 *
 * @param maxAttempts failures of the handler before the occurrence has failed for good; 1 to 1000,
 *     default 3
 * @param initialBackoff default 1 s; not negative
 * @param multiplier default 2; 1 to 10
 * @param maxBackoff default 1 min; not below {@code initialBackoff}
 * @param jitter the largest part of a wait that is taken off at random; 0 to 1, default 0.2
 */
public record RetryPolicy(
    int maxAttempts,
    Duration initialBackoff,
    double multiplier,
    Duration maxBackoff,
    double jitter) {
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.2);
  public static final RetryPolicy NONE = new RetryPolicy(1, Duration.ZERO, 1, Duration.ZERO, 0);

  public RetryPolicy {
    requireNonNull(initialBackoff, "initialBackoff is null");
    requireNonNull(maxBackoff, "maxBackoff is null");
    require(maxAttempts >= 1 && maxAttempts <= 1000, "max-attempts", maxAttempts, "1 to 1000");
    require(
        !initialBackoff.isNegative(),
        "initial-backoff",
        Durations.text(initialBackoff),
        "not negative");
    require(multiplier >= 1 && multiplier <= 10, "multiplier", multiplier, "1 to 10");
    require(
        maxBackoff.compareTo(initialBackoff) >= 0,
        "max-backoff",
        Durations.text(maxBackoff),
        "at least initial-backoff (" + Durations.text(initialBackoff) + ")");
    require(jitter >= 0 && jitter <= 1, "jitter", jitter, "0 to 1");
  }

  private static void require(boolean allowed, String name, Object value, String range) {
    if (!allowed) {
      throw new IllegalArgumentException("retry." + name + " is " + value + ", allowed: " + range);
    }
  }

  /**
   * The wait after a failure.
   *
   * @param failures how often the occurrence has failed, from 1
   * @param random uniform in [0, 1)
   */
  public Duration backoffAfter(int failures, double random) {
    double factor = Math.pow(multiplier, Math.min(failures - 1, 1000));
    double millis = Math.min(initialBackoff.toMillis() * factor, (double) maxBackoff.toMillis());
    return Duration.ofMillis(Math.round(millis * (1 - jitter * random)));
  }
}

package io.fencepost;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Durations;
import java.time.Duration;

/**
 * The settings of one node's scheduler. Immutable; see {@link #builder}.
 *
 * @param namespace the root of all keys in backend and sinks; 1 to 100 characters of {@code a-z 0-9
 *     . _ -}
 * @param nodeId unique in the namespace
 * @param lease the session timeout or lease TTL to ask for; 2 s to 5 min, default 10 s. A holder
 *     that dies is replaced after it, a pause shorter than about half of it goes unnoticed.
 * @param workers how many handlers may run at once on this node; 1 to 10000, default 16
 * @param drain how long a stop waits for running handlers, which keep their lease meanwhile;
 *     default 30 s
 * @param stopGrace how long an interrupted handler may take to end before its job is given up on
 *     this node; default 10 s
 * @param resignAfter how long a leader may be unable to run its job (no free worker, sinks that
 *     cannot be sealed, a backend that refuses writes) before it gives the job to another node;
 *     default 10 s
 * @param resignCooldown how long it then stays out of line; default 30 s
 * @param maxClockSkew how far this node's clock may be from the backend's before it stops deciding;
 *     default 30 s
 * @param relist how often a queue is looked at without a hint; default 30 s
 * @param fenceEpoch the token domain: raise it after the backend was restored from a backup or
 *     replaced; not negative, default 0
 */
public record SchedulerSettings(
    String namespace,
    String nodeId,
    Duration lease,
    int workers,
    Duration drain,
    Duration stopGrace,
    Duration resignAfter,
    Duration resignCooldown,
    Duration maxClockSkew,
    Duration relist,
    long fenceEpoch) {
  private static final Duration LEAST_LEASE = Duration.ofSeconds(2);
  private static final Duration MOST_LEASE = Duration.ofMinutes(5);

  public SchedulerSettings {
    requireNonNull(nodeId, "nodeId is null");
    if (!namespace.matches("[a-z0-9][a-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "namespace is '"
              + namespace
              + "', allowed: 1 to 100 characters of a-z, 0-9, '.', '_' and '-'");
    }
    if (lease.compareTo(LEAST_LEASE) < 0 || lease.compareTo(MOST_LEASE) > 0) {
      throw new IllegalArgumentException(
          "lease is " + Durations.text(lease) + ", allowed: 2 s to 5 min");
    }
    if (workers < 1 || workers > 10_000) {
      throw new IllegalArgumentException("workers is " + workers + ", allowed: 1 to 10000");
    }
    notNegative("drain", drain);
    notNegative("stop-grace", stopGrace);
    notNegative("resign-after", resignAfter);
    notNegative("resign-cooldown", resignCooldown);
    positive("max-clock-skew", maxClockSkew);
    positive("relist", relist);
    if (fenceEpoch < 0) {
      throw new IllegalArgumentException(
          "fence-epoch is " + fenceEpoch + ", allowed: not negative");
    }
  }

  private static void notNegative(String what, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(
          what + " is " + Durations.text(value) + ", allowed: not negative");
    }
  }

  private static void positive(String what, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(
          what + " is " + Durations.text(value) + ", allowed: positive");
    }
  }

  /** A builder with the defaults. */
  public static Builder builder(String namespace, String nodeId) {
    return new Builder(namespace, nodeId);
  }

  /** Builds {@link SchedulerSettings}. Not thread-safe. */
  public static final class Builder {
    private final String namespace;
    private final String nodeId;
    private Duration lease = Duration.ofSeconds(10);
    private int workers = 16;
    private Duration drain = Duration.ofSeconds(30);
    private Duration stopGrace = Duration.ofSeconds(10);
    private Duration resignAfter = Duration.ofSeconds(10);
    private Duration resignCooldown = Duration.ofSeconds(30);
    private Duration maxClockSkew = Duration.ofSeconds(30);
    private Duration relist = Duration.ofSeconds(30);
    private long fenceEpoch;

    private Builder(String namespace, String nodeId) {
      this.namespace = requireNonNull(namespace, "namespace is null");
      this.nodeId = requireNonNull(nodeId, "nodeId is null");
    }

    public Builder lease(Duration value) {
      lease = value;
      return this;
    }

    public Builder workers(int value) {
      workers = value;
      return this;
    }

    public Builder drain(Duration value) {
      drain = value;
      return this;
    }

    public Builder stopGrace(Duration value) {
      stopGrace = value;
      return this;
    }

    public Builder resignAfter(Duration value) {
      resignAfter = value;
      return this;
    }

    public Builder resignCooldown(Duration value) {
      resignCooldown = value;
      return this;
    }

    public Builder maxClockSkew(Duration value) {
      maxClockSkew = value;
      return this;
    }

    public Builder relist(Duration value) {
      relist = value;
      return this;
    }

    public Builder fenceEpoch(long value) {
      fenceEpoch = value;
      return this;
    }

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public SchedulerSettings build() {
      return new SchedulerSettings(
          namespace,
          nodeId,
          lease,
          workers,
          drain,
          stopGrace,
          resignAfter,
          resignCooldown,
          maxClockSkew,
          relist,
          fenceEpoch);
    }
  }
}

package io.fencepost;

import static java.util.Objects.requireNonNull;

import io.fencepost.schedule.Schedule;
import io.fencepost.time.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * When a job is due and what happens when things go wrong. Immutable; see {@link #builder}.
 *
 * @param name the job
 * @param schedule when it is due
 * @param version 1 or more, default 1; nodes with a lower version than the one recorded do not
 *     decide, so raise it with each change of the schedule
 * @param shards 1 to 1000, default 1; each shard runs every occurrence, on its own election
 * @param misfire default {@link MisfirePolicy#FIRE_ONCE}
 * @param misfireAfter how late an occurrence may be before it counts as misfired; not negative,
 *     default 1 min
 * @param overlap default {@link OverlapPolicy#SKIP}
 * @param onHolderLoss default {@link HolderLossPolicy#RETRY}
 * @param maxHolderLosses how many holders an occurrence may lose before it is abandoned; 1 to 1000,
 *     default 5
 * @param retry default {@link RetryPolicy#DEFAULT}
 * @param timeout how long an attempt may run; positive; default none
 * @param sinks the names of the sinks to seal before a run; empty for all that the scheduler has
 *     (the default)
 * @param keepRuns how many run records the backend keeps; 10 to 10000, default 100
 */
public record JobDefinition(
    JobName name,
    Schedule schedule,
    int version,
    int shards,
    MisfirePolicy misfire,
    Duration misfireAfter,
    OverlapPolicy overlap,
    HolderLossPolicy onHolderLoss,
    int maxHolderLosses,
    RetryPolicy retry,
    Optional<Duration> timeout,
    Optional<Set<String>> sinks,
    int keepRuns) {

  public JobDefinition {
    requireNonNull(name, "name is null");
    requireNonNull(schedule, "schedule is null");
    requireNonNull(misfire, "misfire is null");
    requireNonNull(misfireAfter, "misfireAfter is null");
    requireNonNull(overlap, "overlap is null");
    requireNonNull(onHolderLoss, "onHolderLoss is null");
    requireNonNull(retry, "retry is null");
    requireNonNull(timeout, "timeout is null");
    sinks = sinks.map(Set::copyOf);
    inRange("version", version, 1, Integer.MAX_VALUE);
    inRange("shards", shards, 1, 1000);
    inRange("max-holder-losses", maxHolderLosses, 1, 1000);
    inRange("keep-runs", keepRuns, 10, 10_000);
    if (misfireAfter.isNegative()) {
      throw new IllegalArgumentException(
          "misfire-after is " + Durations.text(misfireAfter) + ", allowed: not negative");
    }
    if (timeout.filter(t -> t.isNegative() || t.isZero()).isPresent()) {
      throw new IllegalArgumentException(
          "timeout is " + Durations.text(timeout.get()) + ", allowed: positive");
    }
  }

  private static void inRange(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + ", allowed: " + least + " to " + most);
    }
  }

  /** A builder with the defaults. */
  public static Builder builder(String name, Schedule schedule) {
    return new Builder(new JobName(name), schedule);
  }

  /** A builder that starts from this definition. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link JobDefinition}. Not thread-safe. */
  public static final class Builder {
    private final JobName name;
    private Schedule schedule;
    private int version = 1;
    private int shards = 1;
    private MisfirePolicy misfire = MisfirePolicy.FIRE_ONCE;
    private Duration misfireAfter = Duration.ofMinutes(1);
    private OverlapPolicy overlap = OverlapPolicy.SKIP;
    private HolderLossPolicy onHolderLoss = HolderLossPolicy.RETRY;
    private int maxHolderLosses = 5;
    private RetryPolicy retry = RetryPolicy.DEFAULT;
    private Optional<Duration> timeout = Optional.empty();
    private Optional<Set<String>> sinks = Optional.empty();
    private int keepRuns = 100;

    private Builder(JobName name, Schedule schedule) {
      this.name = name;
      this.schedule = requireNonNull(schedule, "schedule is null");
    }

    private Builder(JobDefinition from) {
      this(from.name, from.schedule);
      version = from.version;
      shards = from.shards;
      misfire = from.misfire;
      misfireAfter = from.misfireAfter;
      overlap = from.overlap;
      onHolderLoss = from.onHolderLoss;
      maxHolderLosses = from.maxHolderLosses;
      retry = from.retry;
      timeout = from.timeout;
      sinks = from.sinks;
      keepRuns = from.keepRuns;
    }

    public Builder schedule(Schedule value) {
      schedule = requireNonNull(value, "schedule is null");
      return this;
    }

    public Builder version(int value) {
      version = value;
      return this;
    }

    public Builder shards(int value) {
      shards = value;
      return this;
    }

    public Builder misfire(MisfirePolicy value) {
      misfire = value;
      return this;
    }

    public Builder misfireAfter(Duration value) {
      misfireAfter = value;
      return this;
    }

    public Builder overlap(OverlapPolicy value) {
      overlap = value;
      return this;
    }

    public Builder onHolderLoss(HolderLossPolicy value) {
      onHolderLoss = value;
      return this;
    }

    public Builder maxHolderLosses(int value) {
      maxHolderLosses = value;
      return this;
    }

    public Builder retry(RetryPolicy value) {
      retry = value;
      return this;
    }

    public Builder timeout(Duration value) {
      timeout = Optional.of(value);
      return this;
    }

    /** Seals only these sinks before a run; none if called without names. */
    public Builder sinks(String... names) {
      sinks = Optional.of(Set.of(names));
      return this;
    }

    public Builder keepRuns(int value) {
      keepRuns = value;
      return this;
    }

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public JobDefinition build() {
      return new JobDefinition(
          name,
          schedule,
          version,
          shards,
          misfire,
          misfireAfter,
          overlap,
          onHolderLoss,
          maxHolderLosses,
          retry,
          timeout,
          sinks,
          keepRuns);
    }
  }
}

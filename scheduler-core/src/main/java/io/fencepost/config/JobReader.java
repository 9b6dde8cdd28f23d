package io.fencepost.config;

import io.fencepost.HolderLossPolicy;
import io.fencepost.JobDefinition;
import io.fencepost.JobName;
import io.fencepost.MisfirePolicy;
import io.fencepost.OverlapPolicy;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Reads the settings of a job. */
final class JobReader {
  static final Duration LONGEST = Duration.ofDays(3650);

  /** Stands in for a schedule that is wrong, so that the rest is checked all the same. */
  private static final Schedule NO_SCHEDULE = new FixedDelay(Duration.ofDays(1));

  private static final Duration LEAST_FOR_SKIP = Duration.ofSeconds(1);

  private final Section job;
  private final ScheduleReader schedule;
  private final RetryReader retry;
  private final Optional<MisfirePolicy.Kind> misfire;
  private final Optional<Integer> misfireCap;
  private final Optional<Duration> misfireWindow;
  private final JobDefinition.Builder builder;

  private JobReader(JobName name, Section job) {
    this.job = job;
    job.flag("enabled");
    builder = JobDefinition.builder(name.value(), NO_SCHEDULE);
    schedule = new ScheduleReader(job);
    job.integer("version", 1, Integer.MAX_VALUE).ifPresent(builder::version);
    job.integer("shards", 1, 1000).ifPresent(builder::shards);
    misfire = job.choice("misfire", MisfirePolicy.Kind.class);
    misfireCap = job.integer("misfire-cap", 1, 1000);
    misfireWindow = job.duration("misfire-window", Duration.ofNanos(1), LONGEST);
    job.duration("misfire-after", Duration.ZERO, LONGEST).ifPresent(builder::misfireAfter);
    job.choice("overlap", OverlapPolicy.class).ifPresent(builder::overlap);
    job.choice("on-holder-loss", HolderLossPolicy.class).ifPresent(builder::onHolderLoss);
    job.integer("max-holder-losses", 1, 1000).ifPresent(builder::maxHolderLosses);
    retry = new RetryReader(job);
    job.duration("timeout", Duration.ofMillis(1), LONGEST).ifPresent(builder::timeout);
    job.names("sinks").map(names -> names.toArray(String[]::new)).ifPresent(builder::sinks);
    job.integer("keep-runs", 10, 10_000).ifPresent(builder::keepRuns);
    job.unknown();
  }

  /** Reports each setting that is wrong by itself; the rest of the job may be declared in code. */
  static Set<String> check(JobName name, Section part) {
    return new JobReader(name, part).job.known();
  }

  /**
   * Reads a job that is declared completely. If anything was reported the result must not be used.
   */
  static JobDefinition read(JobName name, Section whole, Instant now) {
    return new JobReader(name, whole).definition(now);
  }

  private JobDefinition definition(Instant now) {
    schedule.schedule(now).ifPresent(builder::schedule);
    retry.policy().ifPresent(builder::retry);
    builder.misfire(misfirePolicy());
    JobDefinition definition = builder.build();
    checkMisfireAfter(definition);
    return definition;
  }

  private MisfirePolicy misfirePolicy() {
    MisfirePolicy.Kind kind = misfire.orElse(MisfirePolicy.FIRE_ONCE.kind());
    if (kind != MisfirePolicy.Kind.FIRE_ALL) {
      onlyWithFireAll("misfire-cap", kind);
      onlyWithFireAll("misfire-window", kind);
    }
    return new MisfirePolicy(
        kind,
        misfireCap.orElse(MisfirePolicy.FIRE_ONCE.cap()),
        misfireWindow.orElse(MisfirePolicy.FIRE_ONCE.window()));
  }

  private void onlyWithFireAll(String key, MisfirePolicy.Kind kind) {
    if (job.has(key)) {
      job.wrong(key, ", but has an effect only with misfire = fire-all, not " + Words.of(kind));
    }
  }

  private void checkMisfireAfter(JobDefinition definition) {
    MisfirePolicy policy = definition.misfire();
    Duration after = definition.misfireAfter();
    String contradiction =
        job.path()
            + " contradicts itself: misfire = "
            + Words.of(policy.kind())
            + " with "
            + job.stated("misfire-after", after);
    if (policy.kind() == MisfirePolicy.Kind.SKIP && after.compareTo(LEAST_FOR_SKIP) < 0) {
      job.problems()
          .add(
              contradiction
                  + " skips what is late by no more than its own claim; allowed: at least 1s");
    }
    if (policy.kind() == MisfirePolicy.Kind.FIRE_ALL && policy.window().compareTo(after) <= 0) {
      job.problems()
          .add(
              contradiction
                  + " and "
                  + job.stated("misfire-window", policy.window())
                  + " never runs a misfired occurrence; allowed: a window above misfire-after");
    }
  }
}

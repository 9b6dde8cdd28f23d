package io.fencepost;

import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a class that implements {@link Job} as a job of its own. Exactly one of {@link #cron},
 * {@link #fixedRate} and {@link #fixedDelay} is set; the config overrides whatever is set here.
 * Durations are written as in HOCON: {@code "10s"}, {@code "1h"}. What is wrong here stops the
 * start-up with an error that names the class.
 *
 * <p>Ranges and meaning of the settings are those of {@link JobDefinition} and of {@code
 * fencepost.jobs.<name>}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Scheduled {
  /** See {@link JobName}. */
  String name();

  /** A cron expression of five fields, or of six with seconds first; empty for none. */
  String cron() default "";

  /** The zone of {@link #cron}, and required with it. */
  String zone() default "";

  /** What becomes of a time that does not exist because clocks are put forward. */
  GapPolicy gap() default GapPolicy.SHIFT;

  /** When a time that exists twice is due. */
  RepeatPolicy repeat() default RepeatPolicy.FIRST;

  /** Due at anchor + k * fixedRate; empty for none. */
  String fixedRate() default "";

  /** An instant such as {@code 2026-01-01T00:00:00Z}; required with {@link #fixedRate}. */
  String anchor() default "";

  /** Due this long after the end of the run before; empty for none. */
  String fixedDelay() default "";

  /** Raise it with each change of the schedule. */
  int version() default 1;

  /** Each shard runs every occurrence, on its own election. */
  int shards() default 1;

  /** What becomes of occurrences that came due while nobody could run them. */
  MisfirePolicy.Kind misfire() default MisfirePolicy.Kind.FIRE_ONCE;

  /** With {@link MisfirePolicy.Kind#FIRE_ALL}: the most misfired occurrences to run. */
  int misfireCap() default 100;

  /** With {@link MisfirePolicy.Kind#FIRE_ALL}: the greatest age of one. */
  String misfireWindow() default "1d";

  /** How late an occurrence may be before it counts as misfired. */
  String misfireAfter() default "1m";

  /** What becomes of an occurrence that comes due while an earlier one runs. */
  OverlapPolicy overlap() default OverlapPolicy.SKIP;

  /** What becomes of an occurrence whose holder vanished. */
  HolderLossPolicy onHolderLoss() default HolderLossPolicy.RETRY;

  /** How many holders an occurrence may lose before it is abandoned. */
  int maxHolderLosses() default 5;

  /** When a failed attempt is tried again. */
  Retry retry() default @Retry;

  /** How long an attempt may run; empty for as long as the lease holds. */
  String timeout() default "";

  /** The names of the sinks to seal before a run; none for {@code {}}. */
  String[] sinks() default ALL_SINKS;

  /** How many run records the store keeps. */
  int keepRuns() default 100;

  /** All sinks that the scheduler has. */
  String ALL_SINKS = "*";

  /** See {@link RetryPolicy}. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Retry {
    int maxAttempts() default 3;

    String initialBackoff() default "1s";

    double multiplier() default 2;

    String maxBackoff() default "1m";

    double jitter() default 0.2;
  }
}

package io.fencepost.drill.workload;

import static java.util.Objects.requireNonNull;

import io.fencepost.schedule.FixedRate;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * What a replica is told, apart from who it is.
 *
 * @param namespace of the scheduler; new for each drill
 * @param backend as {@code fencepost.backend} calls it
 * @param store what {@code fencepost.<backend>} has beside its defaults
 * @param lease the session timeout
 * @param drain how long a stop waits for a run
 * @param resignAfter how long a leader may be unable to run its job
 * @param clockAhead how far the scheduler's clock is ahead of the machine's
 * @param fenceEpoch the token domain
 * @param anchor the first instant at which the job is due
 * @param period how often it is due
 * @param misfireAfter how late a run of it may begin and not count as misfired
 * @param jdbcUrl the sink
 * @param holds where runs are held until they are released
 * @param heedsInterrupts whether a held run ends when it is interrupted; otherwise only the guard
 *     can stop it
 * @param off the defences that are switched off
 */
public record WorkloadSettings(
    String namespace,
    String backend,
    Map<String, String> store,
    Duration lease,
    Duration drain,
    Duration resignAfter,
    Duration clockAhead,
    long fenceEpoch,
    Instant anchor,
    Duration period,
    Duration misfireAfter,
    String jdbcUrl,
    Set<Step> holds,
    boolean heedsInterrupts,
    Set<Defence> off) {
  /** The system property that names the file with the settings. */
  public static final String FILE_PROPERTY = "fencepost.drill.workload";

  /** The job's name. */
  public static final String JOB = "settlement";

  public WorkloadSettings {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(backend, "backend is null");
    store = Map.copyOf(store);
    requireNonNull(lease, "lease is null");
    requireNonNull(drain, "drain is null");
    requireNonNull(resignAfter, "resignAfter is null");
    requireNonNull(clockAhead, "clockAhead is null");
    requireNonNull(anchor, "anchor is null");
    requireNonNull(period, "period is null");
    requireNonNull(misfireAfter, "misfireAfter is null");
    requireNonNull(jdbcUrl, "jdbcUrl is null");
    holds = Set.copyOf(holds);
    off = Set.copyOf(off);
  }

  public FixedRate schedule() {
    return new FixedRate(anchor, period);
  }
}

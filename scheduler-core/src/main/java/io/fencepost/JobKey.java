package io.fencepost;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * A job, or one shard of a job: what has an election, a ledger and a guard of its own.
 *
 * @param name the job
 * @param shard 0 for an unsharded job; 0 to n-1 for a job of n shards
 */
public record JobKey(JobName name, int shard) implements Comparable<JobKey> {
  private static final Comparator<JobKey> ORDER =
      Comparator.comparing(JobKey::name).thenComparingInt(JobKey::shard);

  public JobKey {
    requireNonNull(name, "name is null");
    if (shard < 0) {
      throw new IllegalArgumentException("shard is " + shard + ", but must not be negative");
    }
  }

  /** The only shard of the job with this name. */
  public static JobKey of(String name) {
    return new JobKey(new JobName(name), 0);
  }

  @Override
  public int compareTo(JobKey other) {
    return ORDER.compare(this, other);
  }

  /**
   * {@code settlement}, or {@code settlement~3} for shard 3. Also the path segment in the backend.
   */
  @Override
  public String toString() {
    return shard == 0 ? name.value() : name.value() + "~" + shard;
  }
}

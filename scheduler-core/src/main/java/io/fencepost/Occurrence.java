package io.fencepost;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;

/**
 * A job and the instant it was scheduled for. Two occurrences are equal if job and instant are,
 * whatever offset they are written with: a job that moves to another zone keeps the identity of
 * what it has done.
 *
 * @param job the job or shard
 * @param scheduledFor the instant, with the offset that the schedule's zone had then
 */
public record Occurrence(JobKey job, OffsetDateTime scheduledFor) {
  public Occurrence {
    requireNonNull(job, "job is null");
    requireNonNull(scheduledFor, "scheduledFor is null");
  }

  public Instant instant() {
    return scheduledFor.toInstant();
  }

  /**
   * The idempotency key as people read it: {@code daily-settlement@2026-08-16T02:00:00+08:00}. The
   * same for every attempt and on every node.
   */
  public String key() {
    return job + "@" + DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(scheduledFor);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Occurrence that
        && job.equals(that.job)
        && instant().equals(that.instant());
  }

  @Override
  public int hashCode() {
    return 31 * job.hashCode() + instant().hashCode();
  }

  @Override
  public String toString() {
    return key();
  }
}

package io.fencepost.config;

import io.fencepost.RetryPolicy;
import java.time.Duration;
import java.util.Optional;

/** Reads what happens after a failed attempt. */
final class RetryReader {
  private static final RetryPolicy DEFAULT = RetryPolicy.DEFAULT;

  private final Section job;
  private final int maxAttempts;
  private final Duration initialBackoff;
  private final double multiplier;
  private final Duration maxBackoff;
  private final double jitter;

  RetryReader(Section job) {
    this.job = job;
    maxAttempts = job.integer("retry.max-attempts", 1, 1000).orElse(DEFAULT.maxAttempts());
    initialBackoff =
        job.duration("retry.initial-backoff", Duration.ZERO, JobReader.LONGEST)
            .orElse(DEFAULT.initialBackoff());
    multiplier = job.decimal("retry.multiplier", 1, 10).orElse(DEFAULT.multiplier());
    maxBackoff =
        job.duration("retry.max-backoff", Duration.ZERO, JobReader.LONGEST)
            .orElse(DEFAULT.maxBackoff());
    jitter = job.decimal("retry.jitter", 0, 1).orElse(DEFAULT.jitter());
  }

  Optional<RetryPolicy> policy() {
    if (maxBackoff.compareTo(initialBackoff) < 0) {
      job.problems()
          .add(
              job.path()
                  + " contradicts itself: "
                  + job.stated("retry.max-backoff", maxBackoff)
                  + " is below "
                  + job.stated("retry.initial-backoff", initialBackoff));
      return Optional.empty();
    }
    return Optional.of(
        new RetryPolicy(maxAttempts, initialBackoff, multiplier, maxBackoff, jitter));
  }
}

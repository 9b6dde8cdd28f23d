package io.fencepost;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * The name of a job: 1 to 100 characters of {@code a-z 0-9 . _ -}, the first a letter or digit. It
 * is a path segment in the backend and part of every idempotency key, so it must not change while
 * occurrences are open.
 */
public record JobName(String value) implements Comparable<JobName> {
  private static final Pattern ALLOWED = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  /**
   * @throws IllegalArgumentException if the name cannot be a path segment
   */
  public JobName {
    requireNonNull(value, "value is null");
    if (!ALLOWED.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "job name '"
              + value
              + "' cannot be a path segment: allowed are 1 to 100 characters of a-z, 0-9, '.', '_' and '-', the first a"
              + " letter or digit");
    }
  }

  @Override
  public int compareTo(JobName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}

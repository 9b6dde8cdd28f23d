package io.fencepost.spi;

import static java.util.Objects.requireNonNull;

/**
 * A run record.
 *
 * @param number rises by one with each record of a job; the key in the store is its 16 hex digits
 */
public record RunEntry(long number, String json) {
  public RunEntry {
    requireNonNull(json, "json is null");
    if (number < 0) {
      throw new IllegalArgumentException("number is " + number + ", but must not be negative");
    }
  }
}

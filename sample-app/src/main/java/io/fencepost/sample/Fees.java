package io.fencepost.sample;

/** What a merchant pays for its payments; asked of another service, so it may take its time. */
@FunctionalInterface
public interface Fees {
  long of(String merchant, long cents);
}

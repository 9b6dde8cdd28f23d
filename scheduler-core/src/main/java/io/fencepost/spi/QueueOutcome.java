package io.fencepost.spi;

/** Where a candidate is in line, as far as one, possibly stale, list tells. */
public sealed interface QueueOutcome {
  /** Nobody is before it. A belief: only taking office proves it. */
  record First() implements QueueOutcome {}

  /**
   * Somebody is before it, and is watched.
   *
   * @param predecessor the store's key of the one before
   */
  record Behind(String predecessor) implements QueueOutcome {}

  /** The list lacks the candidate: it is gone, or the list is old. */
  record Absent() implements QueueOutcome {}

  record Unknown(String cause) implements QueueOutcome {}
}

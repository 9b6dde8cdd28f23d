package io.fencepost.ledger;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * The head of a job's ledger. Every occurrence at or before the cursor is recorded or current.
 *
 * @param term whose office it is
 * @param epoch the token domain in force
 * @param cursor the last occurrence decided on, or the time at which the job was first seen
 * @param current the occurrence at work
 * @param next fixed delay: when the next run is due
 * @param records the number of the next run record
 * @param nonce new with each write, so that a writer recognizes its own
 */
public record JobState(
    TermRecord term,
    long epoch,
    Instant cursor,
    Optional<CurrentRun> current,
    Optional<Instant> next,
    long records,
    String nonce) {
  public JobState {
    requireNonNull(term, "term is null");
    requireNonNull(cursor, "cursor is null");
    requireNonNull(current, "current is null");
    requireNonNull(next, "next is null");
    requireNonNull(nonce, "nonce is null");
  }

  public JobState withNonce(String value) {
    return new JobState(term, epoch, cursor, current, next, records, value);
  }

  public JobState withCursor(Instant value) {
    return new JobState(term, epoch, value, current, next, records, nonce);
  }

  public JobState withCurrent(Optional<CurrentRun> value) {
    return new JobState(term, epoch, cursor, value, next, records, nonce);
  }

  public JobState withNext(Optional<Instant> value) {
    return new JobState(term, epoch, cursor, current, value, records, nonce);
  }

  public JobState withRecords(long value) {
    return new JobState(term, epoch, cursor, current, next, value, nonce);
  }

  public JobState withTerm(TermRecord value, long epochInForce) {
    return new JobState(value, epochInForce, cursor, current, next, records, nonce);
  }
}

package io.fencepost.spi;

/** What came of {@link Backend#write}. */
public sealed interface WriteOutcome {
  /**
   * The write is committed.
   *
   * @param version the new version of {@code state}
   * @param token the transaction's own number (zxid, revision): the fence token, if the write is a
   *     claim
   */
  record Granted(long version, long token) implements WriteOutcome {}

  /** The write was answered and not applied. An earlier try of the same write may have been. */
  record Rejected(Reason reason, String detail) implements WriteOutcome {}

  /** No reply: committed, not committed, or still on its way. Reissue the identical write. */
  record Unknown(String cause) implements WriteOutcome {}

  /** Why a write was not applied, as far as the store tells. */
  enum Reason {
    /** The candidate is gone. */
    CANDIDATE_GONE,
    /** {@code state} is at another version. */
    STATE_CHANGED,
    /** One of the conditions failed; the store does not say which. */
    CONDITION_FAILED,
    /** The store cannot write now: out of space, no permission, too large. */
    CANNOT_WRITE
  }
}

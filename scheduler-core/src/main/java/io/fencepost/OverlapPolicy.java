package io.fencepost;

/**
 * What becomes of an occurrence that comes due while an earlier one runs or waits for its retry.
 */
public enum OverlapPolicy {
  /** It is not run, and recorded as skipped. The default. */
  SKIP,
  /** One such occurrence waits for its turn; further ones are skipped. */
  QUEUE
}

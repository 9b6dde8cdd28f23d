package io.fencepost.drill.workload;

/** Where a run can be held. */
public enum Step {
  /** The occurrence is claimed; nothing is sealed, and the handler has not started. */
  SEALING,
  /** The handler has started and has written nothing. */
  BEFORE_WRITE,
  /** The audit row is written and not committed; the transaction holds the guard. */
  IN_WRITE,
  /** All is committed, and the scheduler does not know yet. */
  AFTER_COMMIT
}

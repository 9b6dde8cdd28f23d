package io.fencepost;

/** What becomes of an occurrence whose holder vanished. */
public enum HolderLossPolicy {
  /** Its successor runs it again: at-least-once. The default. */
  RETRY,
  /**
   * Its successor seals the sinks and looks for its result: found means succeeded, not found means
   * abandoned. The handler is not started again: at-most-once. The same goes for a run that a
   * stopping node interrupts and gives back.
   */
  ABANDON
}

package io.fencepost.drill.history;

/** Whether what an event tells of has happened. */
public enum Answer {
  /** It has. */
  OK,
  /** It has not, and will not. */
  FAIL,
  /** It may have, or may still; only the ground truth tells. */
  INFO
}

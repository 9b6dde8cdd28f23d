package io.fencepost.engine;

import io.fencepost.StaleFenceException;

/** How a run's thread ended. */
sealed interface RunResult {
  /** The handler returned. */
  record Completed() implements RunResult {}

  /**
   * The handler did not return normally, or was not to be called, and a sink holds the result of
   * the whole occurrence.
   */
  record Found() implements RunResult {}

  /**
   * The handler threw.
   *
   * @param steps results of single steps that the sinks hold, if it was looked for; else 0
   */
  record Failed(Throwable cause, int steps) implements RunResult {}

  /** Nothing was called, and the sinks do not hold the result of the whole occurrence. */
  record NotFound(int steps) implements RunResult {}

  /** The last attempt failed, or was lost, and a sink could not say whether it holds the result. */
  record Undecided(Throwable cause) implements RunResult {}

  /** A sink has seen a higher token. */
  record Stale(StaleFenceException cause) implements RunResult {}

  /** There was no thread for it. */
  record NotStarted(Throwable cause) implements RunResult {}

  /** A sink could not be sealed, so the handler was not called. */
  record SealFailed(String sink, Throwable cause) implements RunResult {}
}

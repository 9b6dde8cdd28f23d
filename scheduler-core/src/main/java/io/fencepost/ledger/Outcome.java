package io.fencepost.ledger;

/** How an occurrence, or one attempt at it, ended. */
public enum Outcome {
  /** The handler returned, or its result was found in the sink. */
  SUCCEEDED(true),
  /** The handler failed as often as its retry policy allows. */
  FAILED(true),
  /** The last attempt ran past its timeout. */
  TIMED_OUT(true),
  /** Not run: it came due while an earlier occurrence was running or waiting. */
  SKIPPED(true),
  /** Not run: it came due while nobody could run it, and the misfire policy leaves it out. */
  MISSED(true),
  /** Its holder vanished, and it is not run again. */
  ABANDONED(true),
  /** An attempt whose holder lost its office before it finished; another attempt follows. */
  SUPERSEDED(false),
  /** An attempt that failed or timed out; another attempt follows. */
  ATTEMPT_FAILED(false),
  /**
   * An attempt that was given back before it ended (shutdown, a sink that could not be sealed);
   * another follows.
   */
  RELEASED(false);

  private final boolean decided;

  Outcome(boolean decided) {
    this.decided = decided;
  }

  /** Whether it is the one last word on an occurrence. */
  public boolean decided() {
    return decided;
  }
}

package io.fencepost.drill;

/** A fault was ended by somebody else than its drill, which therefore proves nothing. */
public final class FaultEndedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FaultEndedException(String fault) {
    super("ended before it was healed: " + fault);
  }
}

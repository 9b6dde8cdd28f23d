package io.fencepost.drill;

/** A fault cannot be had on this machine, so its drill is not run. */
public final class FaultNotAvailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FaultNotAvailableException(String fault) {
    super("not available here: " + fault);
  }
}

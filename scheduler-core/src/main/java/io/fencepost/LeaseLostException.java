package io.fencepost;

/** This node may no longer work on the occurrence: see {@link RunContext#checkHeld()}. */
public final class LeaseLostException extends FencepostException {
  private static final long serialVersionUID = 1L;

  private final transient Occurrence occurrence;
  private final transient FenceToken fence;

  public LeaseLostException(Occurrence occurrence, FenceToken fence, String reason) {
    super("occurrence=" + occurrence + " fence=" + fence + ": " + reason);
    this.occurrence = occurrence;
    this.fence = fence;
  }

  public Occurrence occurrence() {
    return occurrence;
  }

  public FenceToken fence() {
    return fence;
  }
}

package io.fencepost;

/**
 * A sink has seen a higher token of this job, so this run was superseded (or the token domain
 * slipped: see {@code fence-epoch}). Nothing of the transaction that met it is kept.
 */
public final class StaleFenceException extends FencepostException {
  private static final long serialVersionUID = 1L;

  private final String sink;
  private final transient Occurrence occurrence;
  private final transient FenceToken fence;
  private final transient FenceToken mark;

  /**
   * @param sink the sink that refused
   * @param fence the token that was refused
   * @param mark the higher token that the sink has seen
   */
  public StaleFenceException(
      String sink, Occurrence occurrence, FenceToken fence, FenceToken mark) {
    super(
        "occurrence="
            + occurrence
            + " fence="
            + fence
            + ": sink '"
            + sink
            + "' has seen token "
            + mark
            + ", so this run is stale and its write was refused");
    this.sink = sink;
    this.occurrence = occurrence;
    this.fence = fence;
    this.mark = mark;
  }

  public String sink() {
    return sink;
  }

  public Occurrence occurrence() {
    return occurrence;
  }

  public FenceToken fence() {
    return fence;
  }

  public FenceToken mark() {
    return mark;
  }
}

package io.fencepost;

/**
 * A resource that remembers the highest fence token it has seen of each job and refuses lower ones.
 * Implementations are safe for use from many threads; both methods may block, and are called on a
 * run's own thread.
 */
public interface FencedSink {
  /** A name that is unique among the sinks of a scheduler; in config, logs and errors. */
  String name();

  /**
   * Raises the sink's mark for the run's job to the run's token, before anything is read or written
   * under it. From then on a late write of a predecessor is refused.
   *
   * @throws StaleFenceException if the sink has seen a higher token
   * @throws FencepostException if the sink could not be reached or did not answer; the mark may
   *     have been raised
   */
  void seal(RunContext run);

  /**
   * What the sink holds of the run's occurrence. Called under the run's token after {@link #seal},
   * so that the answer cannot change any more.
   *
   * @throws StaleFenceException if the sink has seen a higher token
   * @throws FencepostException if the sink could not be reached: the answer is then not known
   */
  StoredResult find(RunContext run);
}

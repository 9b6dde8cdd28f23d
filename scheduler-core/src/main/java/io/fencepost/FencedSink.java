package io.fencepost;

/**
 * A resource that remembers the highest fence token it has seen of each job and refuses lower ones.
 * Implementations are safe for use from many threads; {@link #seal} and {@link #find} may block,
 * and are called on a run's own thread.
 */
public interface FencedSink {
  /** A name that is unique among the sinks of a scheduler; in config, logs and errors. */
  String name();

  /**
   * Whether the sink can be used and fits the scheduler. Called by {@link Scheduler#start} on its
   * caller's thread, before anything runs, if some job of the node seals this sink. May block for
   * as long as the sink's own timeouts allow. Default: no objection.
   *
   * @throws FencepostException if not, with one message for people: what was tried, for how long,
   *     and what to check
   */
  default void check(SchedulerSettings settings) {}

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

package io.fencepost;

/**
 * Runs this node's jobs together with the other nodes of the namespace. Thread-safe. Start it once,
 * stop it once.
 *
 * <p>Built by {@link SchedulerBuilder} or bound by {@code io.fencepost.guice.SchedulerModule}.
 */
public interface Scheduler extends AutoCloseable {
  /** A builder for a scheduler without any framework. */
  static SchedulerBuilder builder() {
    return new SchedulerBuilder();
  }

  /**
   * Enrols the node and begins to campaign for its jobs. Returns at once: what cannot be reached is
   * tried again, and reported to listeners and the log.
   *
   * @throws IllegalStateException if it was started before
   */
  void start();

  /**
   * Stops: claims nothing more, lets running handlers finish within the drain time, interrupts the
   * rest, records, resigns and ends the session. Returns when that is done. Idempotent; also safe
   * if it never started.
   */
  @Override
  void close();
}

package io.fencepost;

/**
 * Runs this node's jobs together with the other nodes of the namespace. Thread-safe. Start it once,
 * close it once.
 *
 * <p>Built by {@link SchedulerBuilder} or bound by {@code io.fencepost.guice.SchedulerModule}.
 */
public interface Scheduler extends AutoCloseable {
  /** A builder for a scheduler without any framework. */
  static SchedulerBuilder builder() {
    return new SchedulerBuilder();
  }

  /**
   * Checks the sinks, enrols the node and begins to campaign for its jobs. Does not wait for the
   * backend: while that cannot be reached it is tried again, and reported to listeners and the log.
   *
   * <p>From then on a thread of the scheduler keeps the JVM alive until {@link #close}: an
   * application that has nothing else to do need not wait itself, and one that forgets to close
   * does not end. A shutdown hook that closes is enough where the process ends by a signal or
   * {@code System.exit}.
   *
   * @throws FencepostException if a sink cannot be used, naming all that is wrong; nothing was
   *     started, and it may be tried again
   * @throws IllegalStateException if it was started or closed before
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

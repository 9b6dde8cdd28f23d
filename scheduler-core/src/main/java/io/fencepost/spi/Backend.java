package io.fencepost.spi;

import io.fencepost.JobKey;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * One node's connection to the coordination store of one namespace. Thread-safe. See the package
 * for what holds of every method.
 */
public interface Backend extends AutoCloseable {
  /**
   * For logs and errors, without secrets: {@code zookeeper 10.0.0.1:2181,10.0.0.2:2181
   * namespace=prod}.
   */
  String describe();

  /**
   * Opens a session (ZooKeeper) or grants a lease (etcd) and registers the node under it. Sessions
   * are independent: enrolling again does not touch an earlier one.
   *
   * @param lease what is asked for; {@link Session#lease()} is what was granted
   * @param hints called on any thread; must only post
   */
  CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints);

  /**
   * Reads a job's ledger head. The answer may be stale, so nothing is decided by it alone. The
   * definition is at least as new as the state.
   */
  CompletionStage<ReadOutcome> read(JobKey job);

  /** Applies a {@link LedgerWrite}: all of it or nothing. */
  CompletionStage<WriteOutcome> write(LedgerWrite write);

  /** Lists a job's run records, oldest first. */
  CompletionStage<RunsOutcome> runs(JobKey job);

  /**
   * Removes all run records with a number below the given one, unless another term than this has
   * begun, whose numbers may be others. Best effort; never fails a later write.
   */
  CompletionStage<Void> trimRuns(JobKey job, String term, long below);

  /**
   * Ends all sessions as {@link Session#close()} does and frees what the connection holds.
   * Idempotent; may take up to 5 s.
   */
  @Override
  void close();
}

package io.fencepost;

/**
 * The work of a job. One instance serves all runs; a node never runs the same job (or shard) twice
 * at a time, but different shards of it may run at once.
 */
@FunctionalInterface
public interface Job {
  /**
   * Does the work of one occurrence. Normal return is success; any exception fails the attempt, and
   * the job's {@link RetryPolicy} decides what follows. The thread is interrupted when the run
   * times out, the lease nears its end, or the scheduler stops.
   */
  void run(RunContext run) throws Exception;
}

package io.fencepost;

import java.time.Duration;

/** One attempt at an occurrence, under one fence token. Safe for use from any thread. */
public interface RunContext {
  /** The namespace of the scheduler; part of every key that a sink stores. */
  String namespace();

  /** The node that runs it. */
  String node();

  Occurrence occurrence();

  /**
   * 1 for the first claim of the occurrence, counting every later claim: after a failure, a run
   * that was given back, or a lost holder.
   */
  int attempt();

  /** The token of this run's claim. Pass it to every resource that can compare it. */
  FenceToken fence();

  RunReason reason();

  /** The idempotency key: {@link Occurrence#key()}. */
  default String key() {
    return occurrence().key();
  }

  default JobKey job() {
    return occurrence().job();
  }

  /** 0 for an unsharded job. */
  default int shard() {
    return job().shard();
  }

  /**
   * Throws if this node knows that the run must stop: its lease deadline has passed, its term is
   * over, or the run was cancelled or timed out. Local and cheap. That it returns proves nothing:
   * only a sink's guard can refuse a late write.
   *
   * @throws LeaseLostException if the run must stop
   */
  void checkHeld();

  /**
   * How long the run may go on: until its timeout or the lease deadline now known, whichever is
   * earlier. Never negative.
   */
  Duration remaining();
}

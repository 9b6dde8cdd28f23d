package io.fencepost.drill.workload;

/**
 * A defence that a control switches off, to prove that the drills would notice. What is sabotaged
 * is the drill's own database or the replica's view of the backend; the product has no switch for
 * it.
 */
public enum Defence {
  /** The sink lets every token pass. */
  SINK_GUARD,
  /** No result is ever found again under its key. */
  IDEMPOTENCY_KEY,
  /** A new leader does not see the claim that its predecessor left open. */
  RECOVERY
}

package io.fencepost.drill.fault;

import java.time.Duration;

/**
 * Something that goes wrong, once. Used from one thread: {@code available}, then {@code inject},
 * {@code tookHold} until it is true, {@code stillHolds}, and {@code heal} in a {@code finally}.
 */
public interface Fault {
  /** What is done to whom, as in {@code SIGSTOP n1}. */
  String describe();

  /** The node or server that it is done to. */
  String target();

  /** Whether it can be done on this machine. A drill whose fault is not available is not run. */
  default boolean available() {
    return true;
  }

  /** How long it may take until it holds. */
  default Duration holdsWithin() {
    return Duration.ofSeconds(5);
  }

  /** Does it. Returns when it has been asked for, which is not when it holds. */
  void inject();

  /** Whether it is seen to hold now, or to have held. A fault that never held proves nothing. */
  boolean tookHold();

  /**
   * Whether it goes on since it took hold, for a fault that somebody else can end: one that has
   * ended early proves nothing either.
   */
  default boolean stillHolds() {
    return true;
  }

  /** Takes it back as far as that is possible; does nothing if there is nothing to take back. */
  void heal();
}

package io.fencepost.engine;

import java.util.Optional;

/** Tells a run to stop, once and for all. Thread-safe. */
final class StopSignal {
  private volatile Optional<String> why = Optional.empty();

  /** The first reason stays. */
  synchronized void raise(String reason) {
    if (why.isEmpty()) {
      why = Optional.of(reason);
    }
  }

  Optional<String> why() {
    return why;
  }
}

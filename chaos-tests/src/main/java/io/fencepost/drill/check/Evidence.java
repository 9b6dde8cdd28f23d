package io.fencepost.drill.check;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;

/** All that a rule may look at. */
record Evidence(History history, GroundTruth truth, DrillFacts facts) {
  Evidence {
    requireNonNull(history, "history is null");
    requireNonNull(truth, "truth is null");
    requireNonNull(facts, "facts is null");
  }
}

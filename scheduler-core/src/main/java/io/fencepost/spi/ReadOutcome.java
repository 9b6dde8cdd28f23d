package io.fencepost.spi;

import java.util.Optional;

/** What came of {@link Backend#read}. */
public sealed interface ReadOutcome {
  /**
   * @param state absent for a job that never had a leader
   * @param definition the definition as it is stored, at least as new as the state
   */
  record Read(Optional<StoredState> state, Optional<String> definition) implements ReadOutcome {}

  record Failed(String cause) implements ReadOutcome {}
}

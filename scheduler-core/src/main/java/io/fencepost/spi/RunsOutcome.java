package io.fencepost.spi;

import java.util.List;

/** What came of {@link Backend#runs}. */
public sealed interface RunsOutcome {
  /** Oldest first. */
  record Listed(List<RunEntry> runs) implements RunsOutcome {
    public Listed {
      runs = List.copyOf(runs);
    }
  }

  record Failed(String cause) implements RunsOutcome {}
}

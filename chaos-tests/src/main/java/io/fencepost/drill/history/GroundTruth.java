package io.fencepost.drill.history;

import io.fencepost.FenceToken;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What sink and backend hold in the end, read by the drill and not told by the processes that are
 * judged.
 *
 * @param writes the rows of the workload, by {@link SinkWrite#order}
 * @param marks the guard's mark of each job
 * @param ledger every change of the backend from its beginning, by {@link LedgerChange#order}
 */
public record GroundTruth(
    List<SinkWrite> writes, Map<String, FenceToken> marks, List<LedgerChange> ledger) {
  public GroundTruth {
    writes = List.copyOf(writes);
    marks = Map.copyOf(marks);
    ledger = List.copyOf(ledger);
  }

  /** The changes of one kind that a job saw, in order. */
  public <T extends LedgerChange> Stream<T> ledger(String job, Class<T> kind) {
    return ledger.stream()
        .filter(change -> change.job().equals(job))
        .filter(kind::isInstance)
        .map(kind::cast);
  }
}

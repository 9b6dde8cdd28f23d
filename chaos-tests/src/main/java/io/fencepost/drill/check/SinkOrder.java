package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.SinkWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class SinkOrder implements Rule {
  @Override
  public String id() {
    return "S2";
  }

  @Override
  public String says() {
    return "Per sink and job, in commit order, accepted tokens never fall; nothing below a sealed token"
        + " is accepted.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<SinkWrite> accepted =
          evidence.truth().writes().stream().filter(w -> w.job().equals(job.job())).toList();
      for (int i = 0; i < accepted.size(); i++) {
        SinkWrite write = accepted.get(i);
        higherBefore(write, accepted.subList(0, i))
            .map(
                higher -> violation("a lower token was accepted after a higher one", higher, write))
            .or(() -> aboveMark(write, evidence))
            .or(
                () ->
                    sealBefore(write, evidence)
                        .map(seal -> violation("accepted below a sealed token", seal, write)))
            .ifPresent(found::add);
      }
    }
    return found;
  }

  /** The guard cannot be lower than what it let through. */
  private Optional<Violation> aboveMark(SinkWrite write, Evidence evidence) {
    return Optional.ofNullable(evidence.truth().marks().get(write.job()))
        .filter(mark -> mark.compareTo(write.token()) < 0)
        .map(mark -> violation("accepted above the guard's mark", "the mark is " + mark, write));
  }

  private static Optional<SinkWrite> higherBefore(SinkWrite write, List<SinkWrite> before) {
    return before.stream()
        .filter(other -> other.sink().equals(write.sink()))
        .filter(other -> other.token().compareTo(write.token()) > 0)
        .findFirst();
  }

  /**
   * A handler starts when its sinks are sealed. A row is inserted while its transaction holds the
   * guard, so one that was inserted after the seal was also let through after it. Both times are of
   * the machine's wall clock.
   */
  private static Optional<HistoryEvent> sealBefore(SinkWrite write, Evidence evidence) {
    return evidence
        .history()
        .first(
            e ->
                e.is(Kind.HANDLER_STARTED)
                    && e.isOf(write.job())
                    && e.wall().isBefore(write.at())
                    && e.token().filter(seal -> seal.compareTo(write.token()) > 0).isPresent());
  }

  private Violation violation(String says, Object before, SinkWrite write) {
    return Violation.of(id(), says, write.job(), write.occurrence(), before, write);
  }
}

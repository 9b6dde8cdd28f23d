package io.fencepost.drill.check;

import io.fencepost.drill.history.HistoryEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Judged by the order in which a process wrote its own history. */
final class NothingAfterDeadline implements Rule {
  @Override
  public String id() {
    return "S9";
  }

  @Override
  public String says() {
    return "No claim and no handler start after the node's own deadline.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (UUID process : evidence.history().processes()) {
      judge(
          evidence.history().events().stream().filter(e -> e.process().equals(process)).toList(),
          found);
    }
    return found;
  }

  private void judge(List<HistoryEvent> events, List<Violation> found) {
    Optional<HistoryEvent> lost = Optional.empty();
    for (HistoryEvent event : events) {
      switch (event.kind()) {
        case LEASE_LOST -> lost = Optional.of(event);
        case ENROLLED -> lost = Optional.empty();
        case CLAIMED, HANDLER_STARTED ->
            lost.map(loss -> violation(loss, event)).ifPresent(found::add);
        default -> {}
      }
    }
  }

  private Violation violation(HistoryEvent lost, HistoryEvent event) {
    return new Violation(
        id(),
        "the process went on after its lease was lost",
        event.job(),
        event.occurrence(),
        List.of(lost.toString(), event.toString()));
  }
}

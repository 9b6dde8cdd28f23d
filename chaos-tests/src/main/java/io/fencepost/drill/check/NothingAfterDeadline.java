package io.fencepost.drill.check;

import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Judged by the order in which a process wrote its own history, and by the deadlines that it
 * recorded, on the machine's monotonic clock.
 *
 * <p>An event counts as of the instant at which its process looked at the deadline: it may be
 * stopped between that and the act, which no check can prevent. A renewal is told before it moves
 * the deadline, so what was done by a deadline stands behind it in the history.
 */
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
    Optional<HistoryEvent> renewed = Optional.empty();
    Optional<HistoryEvent> unrenewed = Optional.empty();
    for (HistoryEvent event : events) {
      Optional<HistoryEvent> last = renewed;
      // A start is told by the run's own thread, so one of the session before may come late.
      Optional<HistoryEvent> fresh = event.is(Kind.CLAIMED) ? unrenewed : Optional.empty();
      switch (event.kind()) {
        case LEASE_LOST -> lost = Optional.of(event);
        case ENROLLED -> {
          lost = Optional.empty();
          unrenewed = Optional.of(event);
        }
        case LEASE_RENEWED -> {
          renewed = Optional.of(event);
          unrenewed = Optional.empty();
        }
        case CLAIMED, HANDLER_STARTED ->
            lost.map(loss -> violation("the process went on after its lease was lost", loss, event))
                .or(() -> fresh.map(e -> violation("its session was never renewed", e, event)))
                .or(() -> last.flatMap(renewal -> late(renewal, event)))
                .ifPresent(found::add);
        default -> {}
      }
    }
  }

  private Optional<Violation> late(HistoryEvent renewal, HistoryEvent event) {
    long lateNanos =
        event.checkedNanos().orElse(event.nanos()) - renewal.deadlineNanos().orElseThrow();
    if (lateNanos < 0) {
      return Optional.empty();
    }
    long lateMillis = Duration.ofNanos(lateNanos).toMillis();
    String says = "the process went on " + lateMillis + " ms after its last recorded deadline";
    return Optional.of(violation(says, renewal, event));
  }

  private Violation violation(String says, HistoryEvent before, HistoryEvent event) {
    return new Violation(
        id(), says, event.job(), event.occurrence(), List.of(before.toString(), event.toString()));
  }
}

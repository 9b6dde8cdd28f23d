package io.fencepost.drill.check;

import io.fencepost.FenceToken;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A handler starts after its claim's token has sealed the sinks, so it is the first thing that a
 * claim below a sink's mark must not reach. As of which instant it counts is said in {@link
 * NothingAfterDeadline}: only what came before that could have been known.
 */
final class AlarmStopsAll implements Rule {
  @Override
  public String id() {
    return "S10";
  }

  @Override
  public String says() {
    return "A claim's token is above the sink's mark, else everything stops with an alarm.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      List<HistoryEvent> told =
          evidence.history().events().stream().filter(e -> e.isOf(job.job())).toList();
      told.stream()
          .filter(event -> event.is(Kind.HANDLER_STARTED))
          .forEach(start -> judge(start, told, found));
    }
    return found;
  }

  private void judge(HistoryEvent start, List<HistoryEvent> told, List<Violation> found) {
    long checked = start.checkedNanos().orElse(start.nanos());
    FenceToken token = start.token().orElseThrow();
    List<HistoryEvent> known = told.stream().filter(e -> e.nanos() < checked).toList();
    first(known, e -> isAcceptedAbove(token, e) || isAcceptedOfAnother(start, e))
        .map(mark -> violation("a handler started below the sink's mark", mark, start))
        .or(
            () ->
                first(known, e -> isAlarmOf(token, e))
                    .map(alarm -> violation("a handler started after the alarm", alarm, start)))
        .ifPresent(found::add);
  }

  private static Optional<HistoryEvent> first(
      List<HistoryEvent> events, Predicate<HistoryEvent> wanted) {
    return events.stream().filter(wanted).findFirst();
  }

  private static boolean isAcceptedAbove(FenceToken token, HistoryEvent event) {
    return isAccepted(event)
        && event.token().filter(accepted -> accepted.compareTo(token) > 0).isPresent();
  }

  /** A token belongs to one claim. */
  private static boolean isAcceptedOfAnother(HistoryEvent start, HistoryEvent event) {
    return isAccepted(event)
        && event.token().equals(start.token())
        && !(event.process().equals(start.process())
            && event.occurrence().equals(start.occurrence())
            && event.attempt() == start.attempt());
  }

  private static boolean isAccepted(HistoryEvent event) {
    return event.is(Kind.WRITE_ANSWERED) && event.answer() == Answer.OK;
  }

  /** It holds until the token domain is raised. */
  private static boolean isAlarmOf(FenceToken token, HistoryEvent event) {
    return event.is(Kind.DOMAIN_ALARM)
        && event.token().filter(refused -> refused.epoch() >= token.epoch()).isPresent();
  }

  private Violation violation(String says, HistoryEvent before, HistoryEvent start) {
    return Violation.of(
        id(), says, start.job().orElseThrow(), start.occurrence().orElseThrow(), before, start);
  }
}

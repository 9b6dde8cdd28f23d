package io.fencepost.drill.history;

import static java.util.Objects.requireNonNull;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.event.SchedulerListener;
import io.fencepost.ledger.LedgerJson;
import java.util.Optional;

/** Writes what a scheduler tells into a history. */
public final class HistoryListener implements SchedulerListener {
  private final HistoryWriter history;

  public HistoryListener(HistoryWriter history) {
    this.history = requireNonNull(history, "history is null");
  }

  @Override
  public void on(SchedulerEvent event) {
    history.write(ofNode(event).or(() -> ofJob(event)).orElseGet(() -> ofRun(event)));
  }

  private static Optional<Draft> ofNode(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Enrolled e) {
      return Optional.of(
          Draft.of(Kind.ENROLLED).text("session " + e.session() + " lease " + e.lease()));
    } else if (event instanceof SchedulerEvent.LeaseRenewed e) {
      return Optional.of(
          Draft.of(Kind.LEASE_RENEWED)
              .deadlineNanos(e.deadlineNanos())
              .text("session " + e.session()));
    } else if (event instanceof SchedulerEvent.LeaseLost e) {
      return Optional.of(
          Draft.of(Kind.LEASE_LOST).text("session " + e.session() + ": " + e.reason()));
    } else if (event instanceof SchedulerEvent.NodeDegraded e) {
      return Optional.of(Draft.of(Kind.DEGRADED).text(e.reason()));
    }
    return Optional.empty();
  }

  private static Optional<Draft> ofJob(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Stood e) {
      return Optional.of(Draft.of(Kind.STOOD).job(e.job().toString()).text(e.candidate()));
    } else if (event instanceof SchedulerEvent.TermStarted e) {
      return Optional.of(
          Draft.of(Kind.TERM_STARTED).job(e.job().toString()).term(e.term()).text(e.candidate()));
    } else if (event instanceof SchedulerEvent.TermEnded e) {
      return Optional.of(
          Draft.of(Kind.TERM_ENDED).job(e.job().toString()).term(e.term()).text(e.reason()));
    } else if (event instanceof SchedulerEvent.Resigned e) {
      return Optional.of(Draft.of(Kind.RESIGNED).job(e.job().toString()).text(e.reason()));
    } else if (event instanceof SchedulerEvent.Recorded e) {
      return Optional.of(recorded(e));
    }
    return Optional.empty();
  }

  private static Draft recorded(SchedulerEvent.Recorded event) {
    Draft draft =
        Draft.of(Kind.RECORDED)
            .job(event.job().toString())
            .occurrence(event.record().from().toInstant())
            .attempt(event.record().attempt())
            .text(LedgerJson.write(event.record()));
    event.record().fence().ifPresent(draft::token);
    return draft;
  }

  private static Draft ofRun(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Claimed e) {
      return Draft.of(Kind.CLAIMED)
          .occurrence(e.occurrence())
          .attempt(e.attempt())
          .token(e.fence())
          .nonce(e.nonce())
          .checkedNanos(e.checkedNanos())
          .text(e.reason().name());
    } else if (event instanceof SchedulerEvent.HandlerStarted e) {
      return Draft.of(Kind.HANDLER_STARTED)
          .occurrence(e.occurrence())
          .attempt(e.attempt())
          .token(e.fence())
          .checkedNanos(e.checkedNanos());
    } else if (event instanceof SchedulerEvent.HandlerEnded e) {
      return Draft.of(Kind.HANDLER_ENDED)
          .occurrence(e.occurrence())
          .attempt(e.attempt())
          .token(e.fence())
          .answer(e.error().isEmpty() ? Answer.OK : Answer.FAIL)
          .text(e.error().orElse(""));
    } else if (event instanceof SchedulerEvent.StaleWriteRejected e) {
      return Draft.of(Kind.STALE_WRITE)
          .occurrence(e.occurrence())
          .token(e.fence())
          .answer(Answer.FAIL)
          .text("sink " + e.sink() + " has seen " + e.mark());
    } else if (event instanceof SchedulerEvent.TokenDomainAlarm e) {
      return Draft.of(Kind.DOMAIN_ALARM)
          .occurrence(e.occurrence())
          .token(e.fence())
          .answer(Answer.FAIL)
          .text("sink " + e.sink() + " has seen " + e.mark());
    }
    throw new IllegalStateException("a history does not know " + event);
  }
}

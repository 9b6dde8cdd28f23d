package io.fencepost.drill.check;

import io.fencepost.FenceToken;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.LedgerChange.StateWritten;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.TermRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A claim as the backend committed it, with what its claimant made of it.
 *
 * @param order the transaction's number
 * @param token the token that the claimant says it has; the transaction's number if its history
 *     does not tell, as a process that died may leave it
 * @param process the claimant, if its history tells that it took this office
 */
record Claim(
    long order,
    String job,
    Instant occurrence,
    int attempt,
    TermRecord term,
    FenceToken token,
    Optional<UUID> process) {

  /** The claims of a job, in the backend's order. */
  static List<Claim> of(Evidence evidence, String job) {
    return evidence
        .truth()
        .ledger(job, StateWritten.class)
        .flatMap(written -> of(written, evidence.history()).stream())
        .toList();
  }

  private static Optional<Claim> of(StateWritten written, History history) {
    JobState state = written.state();
    // The write that makes a claim carries it without a token: its own number is the token.
    return state
        .current()
        .filter(current -> current.held() && current.token().isEmpty())
        .map(current -> claim(written, state, current, history));
  }

  private static Claim claim(
      StateWritten written, JobState state, CurrentRun current, History history) {
    Optional<UUID> process =
        history.first(e -> tookOffice(e, written.job(), state.term())).map(HistoryEvent::process);
    FenceToken token =
        history
            .first(e -> e.is(Kind.CLAIMED) && e.nonce().filter(state.nonce()::equals).isPresent())
            .flatMap(HistoryEvent::token)
            .orElse(new FenceToken(state.epoch(), written.order()));
    return new Claim(
        written.order(),
        written.job(),
        current.occurrence().toInstant(),
        current.attempt(),
        state.term(),
        token,
        process);
  }

  private static boolean tookOffice(HistoryEvent event, String job, TermRecord term) {
    return event.is(Kind.TERM_STARTED)
        && event.isOf(job)
        && event.term().orElse(-1) == term.number()
        && event.text().equals(term.candidate());
  }

  @Override
  public String toString() {
    return "transaction "
        + order
        + ": "
        + term.node()
        + " claimed job="
        + job
        + " occurrence="
        + occurrence
        + " fence="
        + token
        + " term="
        + term.number()
        + " attempt="
        + attempt;
  }
}

package io.fencepost.drill.check;

import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.LedgerChange.RunRecorded;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares what processes were told with what is there, but for what the store has forgotten. A
 * write that was answered with {@code found} was not made, because an earlier one of the same step
 * is there.
 */
final class AcknowledgedIsPresent implements Rule {
  @Override
  public String id() {
    return "S6";
  }

  @Override
  public String says() {
    return "What was acknowledged is present; what is present was attempted.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    for (JobFacts job : evidence.facts().jobs()) {
      evidence
          .history()
          .all(Kind.WRITE_ANSWERED)
          .filter(e -> e.isOf(job.job()))
          .forEach(answer -> judgeAnswer(answer, evidence, found));
      evidence.truth().writes().stream()
          .filter(w -> w.job().equals(job.job()))
          .forEach(write -> judgeWrite(write, evidence, found));
      evidence
          .history()
          .all(Kind.RECORDED)
          .filter(e -> e.isOf(job.job()))
          .filter(e -> !evidence.facts().isForgotten(e))
          .forEach(told -> judgeRecord(told, evidence, found));
      judgeClaims(job.job(), evidence, found);
    }
    return found;
  }

  private void judgeAnswer(HistoryEvent answer, Evidence evidence, List<Violation> found) {
    boolean mine = !answer.text().equals("found");
    Optional<SinkWrite> row =
        evidence.truth().writes().stream()
            .filter(write -> sameStep(answer, write) && (!mine || sameRun(answer, write)))
            .findFirst();
    if (answer.answer() == Answer.OK && row.isEmpty()) {
      found.add(violation("a write that was acknowledged is not there", answer));
    } else if (answer.answer() == Answer.FAIL
        && row.isPresent()
        && !wasAcknowledged(row.get(), evidence)) {
      found.add(violation("a write that was refused is there", answer, row.get()));
    }
  }

  /** A run that tries a step again may be refused then. */
  private static boolean wasAcknowledged(SinkWrite row, Evidence evidence) {
    return evidence
        .history()
        .all(Kind.WRITE_ANSWERED)
        .anyMatch(e -> e.answer() == Answer.OK && sameStep(e, row) && sameRun(e, row));
  }

  private void judgeWrite(SinkWrite write, Evidence evidence, List<Violation> found) {
    boolean tried =
        evidence
            .history()
            .all(Kind.WRITE_TRIED)
            .anyMatch(attempt -> sameStep(attempt, write) && sameRun(attempt, write));
    if (!tried) {
      found.add(
          Violation.of(
              id(), "nobody says to have written this", write.job(), write.occurrence(), write));
    }
  }

  private void judgeRecord(HistoryEvent told, Evidence evidence, List<Violation> found) {
    RunRecord record = LedgerJson.readRun(told.text());
    boolean present =
        evidence
            .truth()
            .ledger(told.job().orElseThrow(), RunRecorded.class)
            .map(RunRecorded::run)
            .anyMatch(record::equals);
    if (!present) {
      found.add(violation("a record that was acknowledged is not in the ledger", told));
    }
  }

  private void judgeClaims(String job, Evidence evidence, List<Violation> found) {
    List<Claim> claims = Claim.of(evidence, job);
    evidence
        .history()
        .all(Kind.CLAIMED)
        .filter(told -> told.isOf(job))
        .filter(told -> !evidence.facts().isForgotten(told))
        .filter(told -> claims.stream().noneMatch(claim -> sameClaim(told, claim)))
        .forEach(told -> found.add(violation("a claim that was granted is not there", told)));
  }

  private static boolean sameClaim(HistoryEvent told, Claim claim) {
    return told.occurrence().filter(claim.occurrence()::equals).isPresent()
        && told.attempt() == claim.attempt()
        && claim.process().filter(claimant -> !claimant.equals(told.process())).isEmpty();
  }

  private static boolean sameStep(HistoryEvent event, SinkWrite write) {
    return event.isOf(write.job())
        && event.occurrence().filter(write.occurrence()::equals).isPresent()
        && event.step().filter(write.step()::equals).isPresent();
  }

  private static boolean sameRun(HistoryEvent event, SinkWrite write) {
    return event.process().equals(write.process())
        && event.token().filter(write.token()::equals).isPresent();
  }

  private Violation violation(String says, HistoryEvent event, Object... more) {
    List<Object> evidence = new ArrayList<>(List.of(event));
    evidence.addAll(List.of(more));
    return new Violation(
        id(),
        says,
        event.job(),
        event.occurrence(),
        evidence.stream().map(Object::toString).toList());
  }
}

package io.fencepost.ledger;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import io.fencepost.RunReason;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The occurrence that is claimed, or waits to be claimed.
 *
 * @param occurrence the scheduled instant
 * @param reason why the last claim was made
 * @param attempt how many claims were made
 * @param failures how many of them failed in the handler
 * @param losses how many of them lost their holder
 * @param token of the last claim; empty in the write that made the claim, whose own number is the
 *     token
 * @param busySince when the first claim was made: what comes due from then on overlaps
 * @param claimedAt when the last claim was made, on its node's wall clock
 * @param waitUntil empty while the claim is held; else when to claim again
 * @param verdict the outcome to record unless a sink holds the result; present once the handler is
 *     not to be started any more
 */
public record CurrentRun(
    OffsetDateTime occurrence,
    RunReason reason,
    int attempt,
    int failures,
    int losses,
    Optional<FenceToken> token,
    Instant busySince,
    Instant claimedAt,
    Optional<Instant> waitUntil,
    Optional<Outcome> verdict) {
  public CurrentRun {
    requireNonNull(occurrence, "occurrence is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(token, "token is null");
    requireNonNull(busySince, "busySince is null");
    requireNonNull(claimedAt, "claimedAt is null");
    requireNonNull(waitUntil, "waitUntil is null");
    requireNonNull(verdict, "verdict is null");
  }

  /** An occurrence that is due and was not claimed yet. */
  public static CurrentRun due(OffsetDateTime occurrence, RunReason reason, Instant now) {
    return new CurrentRun(
        occurrence,
        reason,
        0,
        0,
        0,
        Optional.empty(),
        now,
        now,
        Optional.of(now),
        Optional.empty());
  }

  /** The first claim of an occurrence. */
  public static CurrentRun first(OffsetDateTime occurrence, RunReason reason, Instant now) {
    return due(occurrence, reason, now).again(reason, now);
  }

  /** A further claim of the same occurrence. */
  public CurrentRun again(RunReason why, Instant now) {
    return with(
        next -> {
          next.reason = why;
          next.attempt++;
          next.token = Optional.empty();
          next.claimedAt = now;
          next.waitUntil = Optional.empty();
        });
  }

  public CurrentRun withToken(FenceToken value) {
    return with(next -> next.token = Optional.of(value));
  }

  public CurrentRun waiting(Instant until) {
    return with(next -> next.waitUntil = Optional.of(until));
  }

  public CurrentRun failed() {
    return with(next -> next.failures++);
  }

  public CurrentRun lost() {
    return with(next -> next.losses++);
  }

  public CurrentRun withVerdict(Outcome value) {
    return with(next -> next.verdict = Optional.of(value));
  }

  /** Whether a holder has it, or had it when it vanished. */
  public boolean held() {
    return waitUntil.isEmpty();
  }

  private CurrentRun with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finished();
  }

  /** What may change of a claim. */
  private static final class Draft {
    private final CurrentRun before;
    private RunReason reason;
    private int attempt;
    private int failures;
    private int losses;
    private Optional<FenceToken> token;
    private Instant claimedAt;
    private Optional<Instant> waitUntil;
    private Optional<Outcome> verdict;

    Draft(CurrentRun before) {
      this.before = before;
      reason = before.reason;
      attempt = before.attempt;
      failures = before.failures;
      losses = before.losses;
      token = before.token;
      claimedAt = before.claimedAt;
      waitUntil = before.waitUntil;
      verdict = before.verdict;
    }

    CurrentRun finished() {
      return new CurrentRun(
          before.occurrence,
          reason,
          attempt,
          failures,
          losses,
          token,
          before.busySince,
          claimedAt,
          waitUntil,
          verdict);
    }
  }
}

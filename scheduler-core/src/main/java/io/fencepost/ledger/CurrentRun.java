package io.fencepost.ledger;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import io.fencepost.RunReason;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * The occurrence that is claimed, or waits to be claimed again.
 *
 * @param occurrence the scheduled instant
 * @param reason why the last claim was made
 * @param attempt how many claims were made
 * @param failures how many of them failed in the handler
 * @param losses how many of them lost their holder
 * @param token of the last claim; empty in the write that made the claim, whose own number is the
 *     token
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
    Instant claimedAt,
    Optional<Instant> waitUntil,
    Optional<Outcome> verdict) {
  public CurrentRun {
    requireNonNull(occurrence, "occurrence is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(token, "token is null");
    requireNonNull(claimedAt, "claimedAt is null");
    requireNonNull(waitUntil, "waitUntil is null");
    requireNonNull(verdict, "verdict is null");
  }

  /** The first claim of an occurrence. */
  public static CurrentRun first(OffsetDateTime occurrence, RunReason reason, Instant now) {
    return new CurrentRun(
        occurrence, reason, 1, 0, 0, Optional.empty(), now, Optional.empty(), Optional.empty());
  }

  /** A further claim of the same occurrence. */
  public CurrentRun again(RunReason why, Instant now) {
    return new CurrentRun(
        occurrence,
        why,
        attempt + 1,
        failures,
        losses,
        Optional.empty(),
        now,
        Optional.empty(),
        verdict);
  }

  public CurrentRun withToken(FenceToken value) {
    return new CurrentRun(
        occurrence,
        reason,
        attempt,
        failures,
        losses,
        Optional.of(value),
        claimedAt,
        waitUntil,
        verdict);
  }

  public CurrentRun waiting(Instant until) {
    return new CurrentRun(
        occurrence,
        reason,
        attempt,
        failures,
        losses,
        token,
        claimedAt,
        Optional.of(until),
        verdict);
  }

  public CurrentRun failed() {
    return new CurrentRun(
        occurrence, reason, attempt, failures + 1, losses, token, claimedAt, waitUntil, verdict);
  }

  public CurrentRun lost() {
    return new CurrentRun(
        occurrence, reason, attempt, failures, losses + 1, token, claimedAt, waitUntil, verdict);
  }

  public CurrentRun withVerdict(Outcome value) {
    return new CurrentRun(
        occurrence,
        reason,
        attempt,
        failures,
        losses,
        token,
        claimedAt,
        waitUntil,
        Optional.of(value));
  }

  /** Whether a holder has it, or had it when it vanished. */
  public boolean held() {
    return waitUntil.isEmpty();
  }
}

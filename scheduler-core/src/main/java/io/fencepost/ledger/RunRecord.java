package io.fencepost.ledger;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * One entry of {@code jobs/<job>/runs}: a run, or a range of occurrences that were not run for one
 * reason.
 *
 * @param number rises by one with each record of the job
 * @param from the occurrence, or the first of the range
 * @param to the occurrence, or the last of the range
 * @param count how many occurrences; 1 for a run
 * @param attempt which attempt; 0 for a range that was never claimed
 * @param fence the run's token; empty for a range that was never claimed
 * @param node who decided
 * @param reason why, in words for people
 * @param startedAt when the run was claimed, on the node's wall clock
 * @param decidedAt when the record was written, on the node's wall clock
 * @param error the handler's failure, cut to a bounded length
 */
public record RunRecord(
    long number,
    Outcome outcome,
    OffsetDateTime from,
    OffsetDateTime to,
    long count,
    int attempt,
    Optional<FenceToken> fence,
    String node,
    String reason,
    Optional<Instant> startedAt,
    Instant decidedAt,
    Optional<String> error) {
  public RunRecord {
    requireNonNull(outcome, "outcome is null");
    requireNonNull(from, "from is null");
    requireNonNull(to, "to is null");
    requireNonNull(fence, "fence is null");
    requireNonNull(node, "node is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(startedAt, "startedAt is null");
    requireNonNull(decidedAt, "decidedAt is null");
    requireNonNull(error, "error is null");
    if (to.isBefore(from) || count < 1) {
      throw new IllegalArgumentException(
          "range from " + from + " to " + to + " of " + count + " occurrences is not one");
    }
  }

  /** Whether the occurrence of that instant is in the record's range; both ends are. */
  public boolean covers(Instant occurrence) {
    return !occurrence.isBefore(from.toInstant()) && !occurrence.isAfter(to.toInstant());
  }
}

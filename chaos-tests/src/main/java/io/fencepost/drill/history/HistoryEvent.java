package io.fencepost.drill.history;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * One line of a history.
 *
 * @param node whose process
 * @param process new for each process, so that a restarted node is told from itself
 * @param wall the machine's wall clock when the line was written, whatever clock the scheduler has
 * @param nanos the machine's monotonic clock then. It is the same for all processes of a machine,
 *     and a drill runs on one, so histories are merged and durations measured by it.
 * @param job the job or shard, as {@code JobKey} writes it
 * @param attempt 0 if the event is about none
 * @param deadlineNanos until when the process may act, on the same clock; of {@link
 *     Kind#LEASE_RENEWED}
 * @param checkedNanos when the process looked at its deadline, on the same clock; of {@link
 *     Kind#CLAIMED} and {@link Kind#HANDLER_STARTED}. The line itself is written later.
 * @param text details for people, or the run record of {@link Kind#RECORDED} in the ledger's JSON
 */
public record HistoryEvent(
    String node,
    UUID process,
    Instant wall,
    long nanos,
    Kind kind,
    Answer answer,
    Optional<String> job,
    Optional<Instant> occurrence,
    int attempt,
    Optional<FenceToken> token,
    Optional<String> nonce,
    OptionalLong term,
    Optional<String> step,
    OptionalLong deadlineNanos,
    OptionalLong checkedNanos,
    String text) {
  public HistoryEvent {
    requireNonNull(node, "node is null");
    requireNonNull(process, "process is null");
    requireNonNull(wall, "wall is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(answer, "answer is null");
    requireNonNull(job, "job is null");
    requireNonNull(occurrence, "occurrence is null");
    requireNonNull(token, "token is null");
    requireNonNull(nonce, "nonce is null");
    requireNonNull(term, "term is null");
    requireNonNull(step, "step is null");
    requireNonNull(deadlineNanos, "deadlineNanos is null");
    requireNonNull(checkedNanos, "checkedNanos is null");
    requireNonNull(text, "text is null");
  }

  public boolean is(Kind expected) {
    return kind == expected;
  }

  /** Whether it is about this job. */
  public boolean isOf(String expected) {
    return job.filter(expected::equals).isPresent();
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder().append(wall).append(' ').append(node);
    line.append(' ').append(kind);
    if (answer != Answer.OK) {
      line.append(' ').append(answer);
    }
    job.ifPresent(name -> line.append(" job=").append(name));
    occurrence.ifPresent(at -> line.append(" occurrence=").append(at));
    token.ifPresent(fence -> line.append(" fence=").append(fence));
    term.ifPresent(number -> line.append(" term=").append(number));
    if (attempt > 0) {
      line.append(" attempt=").append(attempt);
    }
    step.ifPresent(name -> line.append(" step=").append(name));
    return text.isEmpty() ? line.toString() : line.append(' ').append(text).toString();
  }
}

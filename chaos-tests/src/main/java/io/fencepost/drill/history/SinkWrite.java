package io.fencepost.drill.history;

import static java.util.Objects.requireNonNull;

import io.fencepost.FenceToken;
import java.time.Instant;
import java.util.UUID;

/**
 * A row that the workload wrote into the sink, and that is committed.
 *
 * @param order the row's number. Where the guard works, it is the commit order of a job's writes:
 *     the transaction takes the number after it has raised the guard, and holds the guard's row
 *     until it ends, so the next one of that job takes its number after this one's commit. Where
 *     the guard is off it is the order in which rows were inserted.
 * @param kind which of the two writes
 * @param step which part of the run's work
 * @param at the database's wall clock when the row was inserted
 */
public record SinkWrite(
    long order,
    Kind kind,
    String sink,
    String job,
    Instant occurrence,
    String step,
    FenceToken token,
    String node,
    UUID process,
    Instant at) {

  /**
   * The two writes of a run: each shows what one defence does, and would hide the other's absence.
   */
  public enum Kind {
    /** Guarded, outside {@code once}: shows what the guard lets through. */
    AUDIT,
    /** Guarded, inside {@code once}: shows what {@code once} lets through. */
    EFFECT
  }

  public SinkWrite {
    requireNonNull(kind, "kind is null");
    requireNonNull(sink, "sink is null");
    requireNonNull(job, "job is null");
    requireNonNull(occurrence, "occurrence is null");
    requireNonNull(step, "step is null");
    requireNonNull(token, "token is null");
    requireNonNull(node, "node is null");
    requireNonNull(process, "process is null");
    requireNonNull(at, "at is null");
  }

  @Override
  public String toString() {
    return at
        + " "
        + node
        + " "
        + kind
        + " row "
        + order
        + " of sink "
        + sink
        + " job="
        + job
        + " occurrence="
        + occurrence
        + " fence="
        + token
        + " step="
        + step;
  }
}

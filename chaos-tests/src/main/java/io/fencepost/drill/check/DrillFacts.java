package io.fencepost.drill.check;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the drill itself knows and the checker needs: the schedule, the faults, the bounds.
 *
 * @param drill its name
 * @param jobs the jobs that are judged
 * @param faults what was done, in order
 * @param forgotten the times whose changes the store has lost, in order
 * @param healedAt when the last fault was healed, or would have been
 * @param judgedUntil all that came due until then has to be decided
 * @param decideWithin how long after it came due, or after healing, an occurrence may wait for its
 *     decision
 * @param mostLeaderChanges how many terms may start on another node than the one before, per job
 *     and drill
 * @param needs what must be seen, or must not, or the drill proves nothing
 */
public record DrillFacts(
    String drill,
    List<JobFacts> jobs,
    List<FaultFacts> faults,
    List<Forgotten> forgotten,
    Instant healedAt,
    Instant judgedUntil,
    Duration decideWithin,
    int mostLeaderChanges,
    List<Need> needs) {
  public DrillFacts {
    requireNonNull(drill, "drill is null");
    jobs = List.copyOf(jobs);
    faults = List.copyOf(faults);
    forgotten = List.copyOf(forgotten);
    requireNonNull(healedAt, "healedAt is null");
    requireNonNull(judgedUntil, "judgedUntil is null");
    requireNonNull(decideWithin, "decideWithin is null");
    needs = List.copyOf(needs);
  }

  /**
   * Whether what a process was told by the store then is not there any more, through no fault of
   * it.
   */
  boolean isForgotten(HistoryEvent told) {
    return forgotten.stream().anyMatch(time -> time.covers(told));
  }

  /**
   * A time whose changes the store has lost: it was put back to where it was before, or another one
   * took its place.
   *
   * @param fromNanos on the machine's monotonic clock
   * @param toNanos on the same clock; what was told after it is of the store as it is now
   */
  public record Forgotten(long fromNanos, long toNanos) {
    boolean covers(HistoryEvent told) {
      return told.nanos() >= fromNanos && told.nanos() <= toNanos;
    }
  }

  /**
   * A job's schedule, expanded.
   *
   * @param due its instants in order, from before the drill to after it
   */
  public record JobFacts(String job, List<Instant> due) {
    public JobFacts {
      requireNonNull(job, "job is null");
      due = List.copyOf(due);
    }
  }

  /** What a fault means for who leads. */
  public enum Takeover {
    /** Another process takes office within the bound. */
    REQUIRED,
    /** It may. */
    ALLOWED,
    /** It may, and within the bound after healing somebody claims again: the holder or another. */
    ANYBODY,
    /** Nobody else does: the fault is too short to be noticed. */
    FORBIDDEN
  }

  /**
   * A fault that was injected.
   *
   * @param fault in words
   * @param target the node or server it was done to
   * @param job whose leadership it concerns, if any
   * @param injectedNanos on the machine's monotonic clock
   * @param healedNanos on the same clock
   * @param tookHold whether the drill saw it hold, and last until it was healed
   * @param takeover what it means for the job
   * @param bound from the injection until a successor is in office, or from healing until somebody
   *     claims again, or until when after healing nobody may take office
   */
  public record FaultFacts(
      String fault,
      String target,
      Optional<String> job,
      long injectedNanos,
      long healedNanos,
      boolean tookHold,
      Takeover takeover,
      Duration bound) {
    public FaultFacts {
      requireNonNull(fault, "fault is null");
      requireNonNull(target, "target is null");
      requireNonNull(job, "job is null");
      requireNonNull(takeover, "takeover is null");
      requireNonNull(bound, "bound is null");
    }

    /** The first term on another node after the fault. */
    public Optional<HistoryEvent> successor(History history) {
      return history.first(
          e ->
              e.is(Kind.TERM_STARTED)
                  && job.filter(e::isOf).isPresent()
                  && e.nanos() > injectedNanos
                  && !e.node().equals(target));
    }

    /** The first claim after healing, whoever made it. */
    public Optional<HistoryEvent> nextClaim(History history) {
      return history.first(
          e -> e.is(Kind.CLAIMED) && job.filter(e::isOf).isPresent() && e.nanos() > healedNanos);
    }

    /** Whether something has to come. */
    public boolean owesAnAnswer() {
      return takeover == Takeover.REQUIRED || takeover == Takeover.ANYBODY;
    }

    /** What has to come, if it has; empty too where nothing has to. */
    public Optional<HistoryEvent> answer(History history) {
      return switch (takeover) {
        case REQUIRED -> successor(history);
        case ANYBODY -> nextClaim(history);
        case ALLOWED, FORBIDDEN -> Optional.empty();
      };
    }

    /** How long that took. */
    public Duration until(HistoryEvent answer) {
      long from = takeover == Takeover.ANYBODY ? healedNanos : injectedNanos;
      return Duration.ofNanos(answer.nanos() - from);
    }
  }

  /**
   * Something that must be seen in the history, or must not.
   *
   * @param seen whether it must
   * @param text what the event's line must contain; empty for any event of the kind
   * @param why what it shows that it is seen, or is not
   */
  public record Need(boolean seen, Kind kind, String text, String why) {
    public Need {
      requireNonNull(kind, "kind is null");
      requireNonNull(text, "text is null");
      requireNonNull(why, "why is null");
    }

    boolean isMet(History history) {
      return history.all(kind).anyMatch(e -> e.toString().contains(text)) == seen;
    }
  }
}

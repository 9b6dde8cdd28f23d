package io.fencepost.engine;

import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerFormatException;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries one conditional write at a time to its end, whatever replies are lost on the way.
 *
 * <p>A write without a reply is neither done nor not done: the identical write is issued again,
 * with the same nonce, until it is answered. If it is refused, an earlier try may have been
 * applied, so the state is read: if it carries the write's nonce, the write was committed, with the
 * stored version and token; else somebody else has written. That one may have written after this
 * write, which the run records it created tell. Reading alone decides nothing, because a try may
 * still be on its way.
 */
final class LedgerWriter {
  /**
   * What became of the write. Exactly one of {@code committed}, {@code superseded} and {@code
   * overtaken} is called, unless it is abandoned.
   */
  interface Listener {
    /** The write is in the ledger. */
    void committed(long version, long token);

    /**
     * The write is not in the ledger and never will be: somebody else has written, or the candidate
     * is gone.
     */
    void superseded(String why);

    /** The run records of the write are in the ledger, and somebody else has written since. */
    void overtaken(String why);

    /** Not known yet, for this long; it is tried again. May be called often. */
    default void blocked(Duration since, String why) {}
  }

  private static final Duration FIRST_WAIT = Duration.ofMillis(50);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final JobActions actions;
  private @Nullable Attempt pending;

  LedgerWriter(JobActions actions) {
    this.actions = actions;
  }

  boolean busy() {
    return pending != null;
  }

  /** Writes; the nonce of {@code state} must be new. */
  void submit(LedgerWrite write, String nonce, Listener listener) {
    if (pending != null) {
      throw new IllegalStateException("a write of " + write.job() + " is under way");
    }
    Attempt attempt = new Attempt(write, nonce, listener, actions.nanos());
    pending = attempt;
    issue(attempt);
  }

  /** Stops caring: the write may or may not be applied, and the listener is not called any more. */
  void abandon() {
    pending = null;
    actions.cancel(JobActions.Timer.REISSUE);
  }

  private void issue(Attempt attempt) {
    actions.write(
        attempt.write,
        outcome -> {
          if (pending == attempt) {
            answered(attempt, outcome);
          }
        });
  }

  private void answered(Attempt attempt, WriteOutcome outcome) {
    if (outcome instanceof WriteOutcome.Granted granted) {
      pending = null;
      attempt.listener.committed(granted.version(), granted.token());
    } else if (outcome instanceof WriteOutcome.Unknown unknown) {
      attempt.inDoubt = true;
      later(attempt, unknown.cause(), () -> issue(attempt));
    } else if (outcome instanceof WriteOutcome.Rejected rejected) {
      if (rejected.reason() == WriteOutcome.Reason.CANNOT_WRITE) {
        later(attempt, rejected.detail(), () -> issue(attempt));
      } else {
        readBack(attempt, rejected.reason() + " " + rejected.detail());
      }
    }
  }

  private void readBack(Attempt attempt, String refusal) {
    actions.read(
        outcome -> {
          if (pending == attempt) {
            compare(attempt, refusal, outcome);
          }
        });
  }

  private void compare(Attempt attempt, String refusal, ReadOutcome outcome) {
    if (outcome instanceof ReadOutcome.Failed failed) {
      later(attempt, failed.cause(), () -> readBack(attempt, refusal));
    } else if (outcome instanceof ReadOutcome.Read read) {
      Optional<StoredState> mine = read.state().filter(s -> carries(s, attempt.nonce));
      if (mine.isPresent()) {
        pending = null;
        attempt.listener.committed(mine.get().version(), mine.get().token());
      } else if (attempt.inDoubt && !attempt.write.runs().isEmpty()) {
        lookForRuns(attempt, refusal);
      } else {
        pending = null;
        attempt.listener.superseded(refusal);
      }
    }
  }

  private void lookForRuns(Attempt attempt, String refusal) {
    actions.runs(
        outcome -> {
          if (pending == attempt) {
            compareRuns(attempt, refusal, outcome);
          }
        });
  }

  private void compareRuns(Attempt attempt, String refusal, RunsOutcome outcome) {
    if (outcome instanceof RunsOutcome.Failed failed) {
      later(attempt, failed.cause(), () -> lookForRuns(attempt, refusal));
    } else if (outcome instanceof RunsOutcome.Listed listed) {
      pending = null;
      if (listed.runs().containsAll(attempt.write.runs())) {
        attempt.listener.overtaken(refusal);
      } else {
        attempt.listener.superseded(refusal);
      }
    }
  }

  private static boolean carries(StoredState stored, String nonce) {
    try {
      JobState state = LedgerJson.readState(stored.json());
      return state.nonce().equals(nonce);
    } catch (LedgerFormatException writtenByAnother) {
      return false;
    }
  }

  private void later(Attempt attempt, String why, Runnable again) {
    Duration since = Duration.ofNanos(actions.nanos() - attempt.startedNanos);
    attempt.listener.blocked(since, why);
    if (pending != attempt) {
      return;
    }
    Duration wait = attempt.wait;
    Duration doubled = wait.multipliedBy(2);
    attempt.wait = doubled.compareTo(LONGEST_WAIT) < 0 ? doubled : LONGEST_WAIT;
    actions.timer(JobActions.Timer.REISSUE, wait, again);
  }

  private static final class Attempt {
    final LedgerWrite write;
    final String nonce;
    final Listener listener;
    final long startedNanos;

    /** Whether a try was left without an answer, so that it may have been applied. */
    boolean inDoubt;

    Duration wait = FIRST_WAIT;

    Attempt(LedgerWrite write, String nonce, Listener listener, long startedNanos) {
      this.write = write;
      this.nonce = nonce;
      this.listener = listener;
      this.startedNanos = startedNanos;
    }
  }
}

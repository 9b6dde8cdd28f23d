package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * This node's place in one job's line. Engine thread only.
 *
 * <pre>
 *   OUT ──enter──▶ ENTERING ──stood──▶ IN ──leave──▶ LEAVING ──withdrawn──▶ OUT
 * </pre>
 *
 * <p>A request whose reply was lost may still arrive, and leave a candidate in line that nobody
 * believes in and that everybody waits behind. While the place is OUT and that could be, what the
 * session has in line is taken out now and then.
 */
final class Place {
  /** What the place means to the job. */
  interface Owner {
    /** Nobody is before it, as far as is known. It does not look again until it is told to. */
    void first();

    /** Its candidate is not in line: gone, or the list was old. To be left, in both cases. */
    void absent();

    /** For this long it has not been possible to stand or to look. */
    void blocked(Duration since, String why);

    /** It has left. */
    void left();
  }

  private enum Phase {
    OUT,
    ENTERING,
    IN,
    LEAVING
  }

  private static final Duration RETRY = Duration.ofMillis(250);

  private final JobConfig config;
  private final JobActions actions;
  private final Owner owner;

  private Phase phase = Phase.OUT;
  private String guid = "";
  private @Nullable Candidate candidate;

  /** A candidate whose creation is under way must be there before it can be taken out. */
  private boolean standing;

  /** A request to stand may still arrive. */
  private boolean doubtful;

  private boolean looking;
  private boolean lookAgain;

  /** Changes with every change of phase; a reply to an older one is ignored. */
  private long asked;

  private @Nullable Long failingSinceNanos;

  Place(JobConfig config, JobActions actions, Owner owner) {
    this.config = config;
    this.actions = actions;
    this.owner = owner;
  }

  Candidate candidate() {
    Candidate mine = candidate;
    if (mine == null) {
      throw new IllegalStateException("job " + config.key() + " has no candidate, " + phase);
    }
    return mine;
  }

  boolean isOut() {
    return phase == Phase.OUT;
  }

  // Entering -----------------------------------------------------------------------------------

  void enter() {
    guid = actions.nonce();
    become(Phase.ENTERING);
    stand();
  }

  private void stand() {
    standing = true;
    String mine = guid;
    actions.stand(
        mine,
        outcome -> {
          if (standing && guid.equals(mine)) {
            standing = false;
            stood(outcome);
          }
        });
  }

  private void stood(StandOutcome outcome) {
    doubtful |= outcome instanceof StandOutcome.Unknown;
    if (phase == Phase.LEAVING) {
      withdraw();
    } else if (outcome instanceof StandOutcome.Standing mine) {
      candidate = mine.candidate();
      become(Phase.IN);
      actions.emit(new SchedulerEvent.Stood(actions.now(), config.key(), mine.candidate().path()));
      look();
    } else if (outcome instanceof StandOutcome.Unknown unknown) {
      failed(unknown.cause(), this::stand);
    }
    // Else the session has ended, which the lease finds out by itself.
  }

  // Looking ------------------------------------------------------------------------------------

  /** Looks where it stands, if it is in line. */
  void look() {
    if (phase != Phase.IN) {
      return;
    }
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = true;
    lookAgain = false;
    long question = asked;
    actions.look(
        candidate(),
        outcome -> {
          if (asked == question) {
            looking = false;
            looked(outcome);
          }
        });
  }

  void lookSoon() {
    lookAfter(RETRY);
  }

  private void lookAfter(Duration wait) {
    actions.timer(JobActions.Timer.PLACE, wait, this::look);
  }

  private void looked(QueueOutcome outcome) {
    if (outcome instanceof QueueOutcome.Unknown unknown) {
      failed(unknown.cause(), this::look);
      return;
    }
    failingSinceNanos = null;
    actions.cancel(JobActions.Timer.PLACE);
    if (outcome instanceof QueueOutcome.First) {
      owner.first();
    } else if (lookAgain) {
      look();
    } else if (outcome instanceof QueueOutcome.Absent) {
      owner.absent();
    } else {
      lookAfter(config.settings().relist());
    }
  }

  // Leaving ------------------------------------------------------------------------------------

  void leave() {
    if (phase == Phase.OUT || phase == Phase.LEAVING) {
      return;
    }
    become(Phase.LEAVING);
    if (!standing) {
      withdraw();
    }
  }

  private void withdraw() {
    long question = asked;
    actions.withdraw(
        outcome -> {
          if (asked == question) {
            withdrawn(outcome);
          }
        });
  }

  private void withdrawn(WithdrawOutcome outcome) {
    if (outcome instanceof WithdrawOutcome.Unknown unknown) {
      Duration since = failingSince();
      if (since.compareTo(config.settings().resignAfter()) > 0) {
        // Only the end of the session takes the candidate out of line.
        actions.giveUpSession("cannot leave the line of " + config.key() + ": " + unknown.cause());
      } else {
        actions.timer(JobActions.Timer.PLACE, RETRY, this::withdraw);
      }
      return;
    }
    become(Phase.OUT);
    sweepLater();
    owner.left();
  }

  private void sweepLater() {
    if (doubtful) {
      actions.timer(
          JobActions.Timer.PLACE,
          config.settings().relist(),
          () -> {
            actions.withdraw(outcome -> {});
            sweepLater();
          });
    }
  }

  /** The session, and with it every candidate, is over. */
  void sessionOver() {
    standing = false;
    doubtful = false;
    become(Phase.OUT);
  }

  // Helpers ------------------------------------------------------------------------------------

  private void become(Phase next) {
    phase = next;
    asked++;
    looking = false;
    lookAgain = false;
    failingSinceNanos = null;
    if (next == Phase.OUT) {
      candidate = null;
    }
    actions.cancel(JobActions.Timer.PLACE);
  }

  private void failed(String why, Runnable again) {
    long question = asked;
    Duration since = failingSince();
    owner.blocked(since, why);
    if (asked == question) {
      actions.timer(JobActions.Timer.PLACE, RETRY, again);
    }
  }

  private Duration failingSince() {
    Long since = failingSinceNanos;
    if (since == null) {
      failingSinceNanos = actions.nanos();
      return Duration.ZERO;
    }
    return Duration.ofNanos(actions.nanos() - since);
  }
}

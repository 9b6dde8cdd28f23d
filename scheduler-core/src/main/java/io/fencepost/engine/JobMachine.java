package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job on this node, from standing in line to leaving it. Engine thread only.
 *
 * <pre>
 *   AWAY ──stand──▶ STANDING ──▶ QUEUED ──first──▶ ASSUMING ──office──▶ LEADING (a {@link Term})
 *    ▲                              │                  │                   │
 *    └────────── WITHDRAWING ◀──────┴──────────────────┴───────────────────┘
 *    └── the session ended: from anywhere, at once
 * </pre>
 *
 * <p>It does not campaign while a handler thread of an earlier run of the job still lives.
 */
final class JobMachine {
  private enum Phase {
    AWAY,
    STANDING,
    QUEUED,
    ASSUMING,
    LEADING,
    WITHDRAWING
  }

  private static final Logger LOG = LoggerFactory.getLogger(JobMachine.class);
  private static final String STOPS = "the scheduler stops";
  private static final Duration RETRY = Duration.ofMillis(250);

  private final JobConfig config;
  private final JobActions actions;
  private final LedgerWriter writer;

  private Phase phase = Phase.AWAY;
  private Optional<LeaseDeadline> session = Optional.empty();
  private Optional<String> barred = Optional.empty();
  private boolean stopping;
  private boolean coolingDown;

  /** A candidate whose creation is under way must be known before it can be taken out. */
  private boolean leaveOnceStood;

  private String guid = "";
  private @Nullable Candidate candidate;
  private @Nullable Term term;
  private @Nullable LiveRun lingering;

  /** Changes with every change of phase; a reply to an older one is ignored. */
  private long asked;

  private long assumingSinceNanos;
  private boolean looking;
  private boolean lookAgain;

  JobMachine(JobConfig config, JobActions actions) {
    this.config = config;
    this.actions = actions;
    this.writer = new LedgerWriter(actions);
  }

  // Events -------------------------------------------------------------------------------------

  /** The node has a session, and may act until its deadline. */
  void sessionOpened(LeaseDeadline deadline) {
    session = Optional.of(deadline);
    campaign();
  }

  /** The session, and with it every candidate and term, is over. */
  void sessionLost(String why) {
    session = Optional.empty();
    endTerm(LiveRun.Stop.LEASE_LOST, why);
    candidate = null;
    become(Phase.AWAY);
  }

  /** The node must not decide, or (if empty) may again. */
  void bar(Optional<String> why) {
    barred = why;
    if (why.isPresent() && term != null) {
      // A run that is under way is not the clock's business.
      term.stopClaiming(why.get());
    } else if (why.isPresent()) {
      leaveLine(why.get());
    } else {
      campaign();
    }
  }

  void queueMayHaveChanged() {
    if (phase == Phase.QUEUED) {
      look();
    }
  }

  /** The wall clock was set, or a worker became free. */
  void wake() {
    if (term != null) {
      term.advance();
    }
  }

  /** Stop claiming; a run that is under way may finish. */
  void stop() {
    stopping = true;
    if (term != null) {
      term.stopClaiming(STOPS);
    } else {
      leaveLine(STOPS);
      actions.settled();
    }
  }

  /** The drain time is over. */
  void drainExpired() {
    if (term != null) {
      term.interrupt(LiveRun.Stop.DRAINED);
    }
  }

  /** Interrupted handlers had their time: record their runs as released and leave them. */
  void graceExpired() {
    lingering = null;
    if (term != null) {
      term.giveUpOnRun();
    }
    actions.settled();
  }

  /** Whether a stop has nothing left to wait for here. */
  boolean isSettled() {
    return stopping && phase == Phase.AWAY && lingering == null;
  }

  boolean holdsOffice() {
    return phase == Phase.LEADING;
  }

  // Campaign -----------------------------------------------------------------------------------

  private void campaign() {
    if (phase != Phase.AWAY
        || stopping
        || coolingDown
        || lingering != null
        || barred.isPresent()
        || session.isEmpty()) {
      return;
    }
    guid = actions.nonce();
    leaveOnceStood = false;
    become(Phase.STANDING);
    stand();
  }

  private void stand() {
    actions.stand(guid, expecting(this::stood));
  }

  private void stood(StandOutcome outcome) {
    if (outcome instanceof StandOutcome.Standing standing) {
      candidate = standing.candidate();
      if (leaveOnceStood) {
        become(Phase.WITHDRAWING);
        takeOut(standing.candidate(), Duration.ZERO);
        return;
      }
      become(Phase.QUEUED);
      actions.emit(
          new SchedulerEvent.Stood(actions.now(), config.key(), standing.candidate().path()));
      look();
    } else if (outcome instanceof StandOutcome.Unknown) {
      retry(this::stand);
    }
    // Else the session has ended, which the lease finds out by itself.
  }

  private void look() {
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = true;
    lookAgain = false;
    Candidate mine = requireCandidate();
    actions.look(
        mine,
        outcome -> {
          looking = false;
          if (phase == Phase.QUEUED && mine.equals(candidate)) {
            looked(outcome);
          }
        });
  }

  private void looked(QueueOutcome outcome) {
    if (outcome instanceof QueueOutcome.First) {
      become(Phase.ASSUMING);
      assumingSinceNanos = actions.nanos();
      readLedger();
    } else if (lookAgain) {
      look();
    } else if (outcome instanceof QueueOutcome.Absent) {
      // Gone, or an old list: a fresh candidate is safe in both cases once this one is out.
      withdraw("its candidate is not in line", Duration.ZERO);
    } else {
      Duration wait = outcome instanceof QueueOutcome.Behind ? config.settings().relist() : RETRY;
      actions.timer(JobActions.Timer.CAMPAIGN, wait, this::queueMayHaveChanged);
    }
  }

  private void readLedger() {
    actions.read(expecting(this::assume));
  }

  private void assume(ReadOutcome outcome) {
    if (outcome instanceof ReadOutcome.Failed failed) {
      Duration since = Duration.ofNanos(actions.nanos() - assumingSinceNanos);
      if (since.compareTo(config.settings().resignAfter()) > 0) {
        withdraw("cannot read: " + failed.cause(), config.settings().resignCooldown());
      } else {
        retry(this::readLedger);
      }
    } else if (outcome instanceof ReadOutcome.Read read) {
      assume(read);
    }
  }

  private void assume(ReadOutcome.Read read) {
    String nonce = actions.nonce();
    TakeOffice office = TakeOffice.decide(config, requireCandidate(), read, nonce, actions.now());
    if (office instanceof TakeOffice.Refrain refrain) {
      withdraw(refrain.why(), config.settings().resignCooldown());
    } else if (office instanceof TakeOffice.Write write) {
      writer.submit(
          write.write(),
          nonce,
          new LedgerWriter.Listener() {
            @Override
            public void committed(long version, long token) {
              lead(write, version);
            }

            @Override
            public void superseded(String why) {
              become(Phase.QUEUED);
              actions.timer(JobActions.Timer.CAMPAIGN, RETRY, JobMachine.this::queueMayHaveChanged);
            }

            @Override
            public void blocked(Duration since, String why) {
              resignIfTooLong(since, why);
            }
          });
    }
  }

  // Office -------------------------------------------------------------------------------------

  private void lead(TakeOffice.Write office, long version) {
    become(Phase.LEADING);
    Term started =
        new Term(
            config,
            actions,
            writer,
            requireCandidate(),
            session.orElseThrow(() -> new IllegalStateException("no session")),
            office,
            version,
            new TermOwner());
    term = started;
    actions.emit(
        new SchedulerEvent.TermStarted(
            actions.now(),
            config.key(),
            office.state().term().number(),
            requireCandidate().path()));
    actions.trimRuns(office.state().records() - config.definition().keepRuns());
    if (stopping) {
      started.stopClaiming(STOPS);
    } else {
      started.advance();
    }
  }

  private final class TermOwner implements Term.Owner {
    @Override
    public void over(String why) {
      endTerm(LiveRun.Stop.TERM_OVER, why);
      withdraw(why, Duration.ZERO);
    }

    @Override
    public void resign(String why, Duration cooldown) {
      endTerm(LiveRun.Stop.RESIGNED, why);
      withdraw(why, cooldown);
    }

    @Override
    public void resignIfTooLong(Duration since, String why) {
      JobMachine.this.resignIfTooLong(since, why);
    }
  }

  private void resignIfTooLong(Duration since, String why) {
    if (since.compareTo(config.settings().resignAfter()) > 0) {
      endTerm(LiveRun.Stop.RESIGNED, why);
      withdraw("cannot write: " + why, config.settings().resignCooldown());
    }
  }

  private void endTerm(LiveRun.Stop stop, String why) {
    writer.abandon();
    Term ended = term;
    if (ended == null) {
      return;
    }
    term = null;
    actions.emit(new SchedulerEvent.TermEnded(actions.now(), config.key(), ended.number(), why));
    ended
        .end(stop)
        .ifPresent(
            run -> {
              lingering = run;
              ended.whenRunEnds(() -> lingered(ended, run));
            });
  }

  /**
   * The thread of a run that outlived its term has ended; its result may still count, if nobody
   * took over.
   */
  private void lingered(Term ended, LiveRun run) {
    if (lingering == run) {
      ended.finishLate(
          () -> {
            lingering = null;
            campaign();
            actions.settled();
          });
    }
  }

  // Leaving ------------------------------------------------------------------------------------

  private void leaveLine(String why) {
    if (phase == Phase.AWAY || phase == Phase.WITHDRAWING) {
      return;
    }
    withdraw(why, Duration.ZERO);
  }

  private void withdraw(String why, Duration cooldown) {
    writer.abandon();
    LOG.debug("job={} leaves the line: {}", config.key(), why);
    if (phase == Phase.STANDING) {
      leaveOnceStood = true;
      return;
    }
    if (!cooldown.isZero()) {
      actions.emit(new SchedulerEvent.Resigned(actions.now(), config.key(), why));
    }
    Candidate leaving = requireCandidate();
    become(Phase.WITHDRAWING);
    takeOut(leaving, cooldown);
  }

  private void takeOut(Candidate leaving, Duration cooldown) {
    actions.withdraw(
        leaving,
        expecting(
            outcome -> {
              if (outcome instanceof WithdrawOutcome.Done) {
                left(cooldown);
              } else {
                retry(() -> takeOut(leaving, cooldown));
              }
            }));
  }

  private void left(Duration cooldown) {
    candidate = null;
    become(Phase.AWAY);
    if (cooldown.isZero()) {
      campaign();
    } else {
      coolingDown = true;
      actions.timer(
          JobActions.Timer.CAMPAIGN,
          cooldown,
          () -> {
            coolingDown = false;
            campaign();
          });
    }
    actions.settled();
  }

  // Helpers ------------------------------------------------------------------------------------

  private void become(Phase next) {
    phase = next;
    asked++;
    looking = false;
    lookAgain = false;
    if (!coolingDown) {
      actions.cancel(JobActions.Timer.CAMPAIGN);
    }
    if (next == Phase.AWAY) {
      actions.settled();
    }
  }

  private <T> Consumer<T> expecting(Consumer<T> reply) {
    long question = asked;
    return outcome -> {
      if (asked == question) {
        reply.accept(outcome);
      }
    };
  }

  private void retry(Runnable again) {
    long question = asked;
    actions.timer(
        JobActions.Timer.CAMPAIGN,
        RETRY,
        () -> {
          if (asked == question) {
            again.run();
          }
        });
  }

  private Candidate requireCandidate() {
    Candidate mine = candidate;
    if (mine == null) {
      throw new IllegalStateException("job " + config.key() + " has no candidate in " + phase);
    }
    return mine;
  }
}

package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.ReadOutcome;
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
 *   AWAY ──▶ IN_LINE (a {@link Place}) ──first──▶ ASSUMING ──office──▶ LEADING (a {@link Term})
 *    ▲             │                                 │                    │
 *    └── LEAVING ◀─┴─────────────────────────────────┴────────────────────┘
 *    └── the session ended: from anywhere, at once
 * </pre>
 *
 * <p>It does not campaign while a handler thread of an earlier run of the job still lives.
 */
final class JobMachine {
  private enum Phase {
    AWAY,
    IN_LINE,
    ASSUMING,
    LEADING,
    LEAVING
  }

  private static final Logger LOG = LoggerFactory.getLogger(JobMachine.class);
  private static final String STOPS = "the scheduler stops";
  private static final Duration RETRY = Duration.ofMillis(250);

  private final JobConfig config;
  private final JobActions actions;
  private final LedgerWriter writer;
  private final Place place;

  private Phase phase = Phase.AWAY;
  private Optional<LeaseDeadline> session = Optional.empty();
  private Optional<String> barred = Optional.empty();
  private boolean stopping;
  private boolean coolingDown;
  private @Nullable Term term;
  private @Nullable LiveRun lingering;

  /** Changes with every change of phase; a reply to an older one is ignored. */
  private long asked;

  private long assumingSinceNanos;

  JobMachine(JobConfig config, JobActions actions) {
    this.config = config;
    this.actions = actions;
    this.writer = new LedgerWriter(actions);
    this.place = new Place(config, actions, new PlaceOwner());
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
    place.sessionOver();
    become(Phase.AWAY);
  }

  /** The node must not decide, or (if empty) may again. */
  void bar(Optional<String> why) {
    barred = why;
    if (why.isPresent() && term != null) {
      // A run that is under way is not the clock's business.
      term.stopClaiming(why.get());
    } else if (why.isPresent()) {
      leave(why.get(), Duration.ZERO);
    } else {
      campaign();
    }
  }

  void queueMayHaveChanged() {
    if (phase == Phase.IN_LINE) {
      place.look();
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
      leave(STOPS, Duration.ZERO);
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

  // Line ---------------------------------------------------------------------------------------

  private void campaign() {
    if (phase != Phase.AWAY
        || stopping
        || coolingDown
        || lingering != null
        || barred.isPresent()
        || session.isEmpty()) {
      return;
    }
    become(Phase.IN_LINE);
    place.enter();
  }

  private final class PlaceOwner implements Place.Owner {
    @Override
    public void first() {
      become(Phase.ASSUMING);
      assumingSinceNanos = actions.nanos();
      actions.whenRenewed(stillAsking(JobMachine.this::readLedger));
    }

    @Override
    public void absent() {
      leave("its candidate is not in line", Duration.ZERO);
    }

    @Override
    public void blocked(Duration since, String why) {
      resignIfTooLong(since, why);
    }

    @Override
    public void left() {
      become(Phase.AWAY);
      campaign();
      actions.settled();
    }
  }

  private void leave(String why, Duration cooldown) {
    if (phase == Phase.AWAY || phase == Phase.LEAVING) {
      return;
    }
    writer.abandon();
    LOG.debug("job={} leaves the line: {}", config.key(), why);
    if (!cooldown.isZero()) {
      actions.emit(new SchedulerEvent.Resigned(actions.now(), config.key(), why));
      coolDown(cooldown);
    }
    become(Phase.LEAVING);
    place.leave();
  }

  private void coolDown(Duration cooldown) {
    coolingDown = true;
    actions.timer(
        JobActions.Timer.COOLDOWN,
        cooldown,
        () -> {
          coolingDown = false;
          campaign();
        });
  }

  // Office -------------------------------------------------------------------------------------

  private void readLedger() {
    actions.read(expecting(this::assume));
  }

  private void assume(ReadOutcome outcome) {
    if (outcome instanceof ReadOutcome.Failed failed) {
      Duration since = Duration.ofNanos(actions.nanos() - assumingSinceNanos);
      if (since.compareTo(config.settings().resignAfter()) > 0) {
        leave("cannot read: " + failed.cause(), config.settings().resignCooldown());
      } else {
        actions.timer(JobActions.Timer.ASSUME, RETRY, this::readLedger);
      }
    } else if (outcome instanceof ReadOutcome.Read read) {
      assume(read);
    }
  }

  private void assume(ReadOutcome.Read read) {
    String nonce = actions.nonce();
    TakeOffice office = TakeOffice.decide(config, place.candidate(), read, nonce, actions.now());
    if (office instanceof TakeOffice.Refrain refrain) {
      leave(refrain.why(), config.settings().resignCooldown());
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
              become(Phase.IN_LINE);
              place.lookSoon();
            }

            @Override
            public void overtaken(String why) {
              superseded(why);
            }

            @Override
            public void blocked(Duration since, String why) {
              resignIfTooLong(since, "cannot take office: " + why);
            }
          });
    }
  }

  private void lead(TakeOffice.Write office, long version) {
    become(Phase.LEADING);
    Term started =
        new Term(
            config,
            actions,
            writer,
            place.candidate(),
            session.orElseThrow(() -> new IllegalStateException("no session")),
            office,
            version,
            new TermOwner());
    term = started;
    actions.emit(
        new SchedulerEvent.TermStarted(
            actions.now(), config.key(), office.state().term().number(), place.candidate().path()));
    actions.trimRuns(
        place.candidate().guid(), office.state().records() - config.definition().keepRuns());
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
      leave(why, Duration.ZERO);
    }

    @Override
    public void resign(String why, Duration cooldown) {
      endTerm(LiveRun.Stop.RESIGNED, why);
      leave(why, cooldown);
    }

    @Override
    public void resignIfTooLong(Duration since, String why) {
      JobMachine.this.resignIfTooLong(since, why);
    }
  }

  private void resignIfTooLong(Duration since, String why) {
    if (since.compareTo(config.settings().resignAfter()) > 0) {
      endTerm(LiveRun.Stop.RESIGNED, why);
      leave(why, config.settings().resignCooldown());
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
    lingering = ended.end(stop, () -> lingered(ended)).orElse(lingering);
  }

  /**
   * The thread of a run that outlived its term has ended; its result may still count, if nobody
   * took over.
   */
  private void lingered(Term ended) {
    LiveRun run = lingering;
    ended.finishLate(
        () -> {
          if (lingering == run) {
            lingering = null;
            campaign();
            actions.settled();
          }
        });
  }

  // Helpers ------------------------------------------------------------------------------------

  private void become(Phase next) {
    phase = next;
    asked++;
    actions.cancel(JobActions.Timer.ASSUME);
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

  private Runnable stillAsking(Runnable task) {
    Consumer<Boolean> reply = expecting(answered -> task.run());
    return () -> reply.accept(true);
  }
}

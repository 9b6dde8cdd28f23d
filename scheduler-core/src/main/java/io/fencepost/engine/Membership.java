package io.fencepost.engine;

import io.fencepost.JobKey;
import io.fencepost.SchedulerSettings;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Backend;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The node's session and its deadline. Engine thread only.
 *
 * <p>The deadline is the send time of the last acknowledged renewal, plus the lease, minus a
 * margin: one renewal interval, the store's expiry grain and a twentieth of the lease, but never
 * more than half the lease. Past it the session is given up, whatever the store or its client say,
 * and the node enrols under a new one. Wall clocks play no part.
 */
final class Membership {
  /** What depends on the session. */
  interface Dependents {
    void opened(LeaseDeadline deadline);

    void lost(String why);

    /** The node must not decide, or (if empty) may again. */
    void bar(Optional<String> why);

    void wallClockWasSet();

    void queueChanged(JobKey job);

    void reconnected();
  }

  private static final int RENEWALS_PER_LEASE = 6;

  /** How many renewals' time after the last acknowledged one a lease is too old for an office. */
  private static final int STALE_INTERVALS = 2;

  private final Enrolling enrolling;
  private final EnginePorts ports;
  private final Dependents dependents;
  private final ComparedClock clock;

  /** Changes with every session; what belongs to an older one is ignored. */
  private long generation;

  private @Nullable Session session;
  private final List<Runnable> untilRenewed = new ArrayList<>();
  private LeaseDeadline deadline;
  private long renewedNanos;
  private long checkedNanos;
  private boolean open;
  private Optional<String> barred = Optional.empty();

  Membership(
      SchedulerSettings settings,
      NodeInfo node,
      Backend backend,
      EnginePorts ports,
      Dependents dependents,
      ComparedClock clock) {
    this.enrolling = new Enrolling(settings, node, backend, ports, new SessionOwner());
    this.ports = ports;
    this.dependents = dependents;
    this.clock = clock;
    this.deadline = new LeaseDeadline(ports.ticker());
  }

  Optional<Session> session() {
    return Optional.ofNullable(session);
  }

  void enrol() {
    enrolling.start();
  }

  private void opened(Session fresh) {
    long mine = generation;
    session = fresh;
    deadline = new LeaseDeadline(ports.ticker());
    // Until the first renewal is acknowledged the node only has this long to get one.
    deadline.extendTo(ports.ticker().nanos() + fresh.lease().toNanos());
    watchDeadline(mine);
    renew(mine);
  }

  // Renewal ------------------------------------------------------------------------------------

  /**
   * Calls back when the store has lately acknowledged a renewal: at once, or after the next one,
   * which is then sent without waiting for its time. Never, if the session ends before.
   *
   * <p>An office should rest on a lease with time left. After an outage of the store it may answer
   * requests while every lease is about to pass its deadline; an office taken then is lost at once,
   * and so is the next one.
   */
  void whenRenewed(Runnable task) {
    Session current = session;
    if (current == null) {
      return;
    }
    long staleNanos = interval(current).multipliedBy(STALE_INTERVALS).toNanos();
    if (ports.ticker().nanos() - renewedNanos < staleNanos) {
      task.run();
    } else {
      if (untilRenewed.isEmpty()) {
        sendRenewal(generation, current);
      }
      untilRenewed.add(task);
    }
  }

  private void renew(long mine) {
    Session current = session;
    if (mine != generation || current == null) {
      return;
    }
    if (clock.wasSet()) {
      dependents.wallClockWasSet();
    }
    sendRenewal(mine, current);
    ports.after(interval(current), () -> renew(mine));
  }

  private void sendRenewal(long mine, Session current) {
    long sentNanos = ports.ticker().nanos();
    Instant sentWall = clock.wall();
    current
        .renew(sentWall)
        .whenComplete(
            (outcome, error) ->
                ports.post(
                    () ->
                        renewed(
                            mine,
                            sentNanos,
                            sentWall,
                            error == null ? outcome : new RenewOutcome.Unknown(error.toString()))));
  }

  private void renewed(long mine, long sentNanos, Instant sentWall, RenewOutcome outcome) {
    Session current = session;
    if (mine != generation || current == null) {
      return;
    }
    if (outcome instanceof RenewOutcome.Ended ended) {
      lose("the store has ended the session: " + ended.why());
    } else if (outcome instanceof RenewOutcome.Renewed renewed) {
      long until = sentNanos + current.lease().minus(margin(current)).toNanos();
      if (until - ports.ticker().nanos() <= 0) {
        return;
      }
      boolean first = !open;
      if (first) {
        enrolledWith(current);
      }
      // Before the deadline moves: what a handler's thread does by the new one is told after it.
      ports.emit(new SchedulerEvent.LeaseRenewed(ports.now(), current.id(), until));
      deadline.extendTo(until);
      renewedNanos = sentNanos;
      watchDeadline(mine);
      bar(
          renewed
              .backendTime()
              .map(time -> clock.compare(sentWall, sentNanos, time))
              .orElseGet(() -> clock.compare(sentWall, sentNanos, renewed.heartbeats())));
      if (first) {
        dependents.opened(deadline);
      }
      List<Runnable> waiting = List.copyOf(untilRenewed);
      untilRenewed.clear();
      waiting.forEach(Runnable::run);
    }
  }

  private void enrolledWith(Session fresh) {
    open = true;
    enrolling.succeeded();
    ports.emit(new SchedulerEvent.Enrolled(ports.now(), fresh.id(), fresh.lease()));
  }

  static Duration interval(Session session) {
    return session.lease().dividedBy(RENEWALS_PER_LEASE);
  }

  static Duration margin(Session session) {
    Duration wanted = interval(session).plus(session.grain()).plus(session.lease().dividedBy(20));
    Duration most = session.lease().dividedBy(2);
    return wanted.compareTo(most) < 0 ? wanted : most;
  }

  // Deadline -----------------------------------------------------------------------------------

  private void watchDeadline(long mine) {
    LeaseDeadline watched = deadline;
    ports.after(
        watched.remaining(),
        () -> {
          if (mine == generation) {
            check();
          }
        });
  }

  /** Called before every event: nothing is decided past the deadline. */
  void check() {
    checkedNanos = ports.ticker().nanos();
    if (session != null && deadline.passedAt(checkedNanos)) {
      lose("no renewal was acknowledged before the lease deadline");
    }
  }

  /** What the ticker showed at the last {@link #check}. */
  long checkedNanos() {
    return checkedNanos;
  }

  void lose(String why) {
    Session old = session;
    if (old == null) {
      return;
    }
    endSession(old);
    ports.emit(new SchedulerEvent.LeaseLost(ports.now(), old.id(), why));
    dependents.lost(why);
    enrolling.startLater();
  }

  /** After a defect: ends the session, if there is one, and enrols again. */
  void startOver(String why) {
    if (session != null) {
      lose(why);
    } else {
      enrolling.startSoon();
    }
  }

  void stop() {
    enrolling.stop();
    if (session != null) {
      endSession(session);
    }
  }

  private void endSession(Session old) {
    generation++;
    session = null;
    open = false;
    untilRenewed.clear();
    deadline.end();
    old.close();
  }

  private void bar(Optional<String> why) {
    if (why.isPresent() != barred.isPresent()) {
      barred = why;
      why.ifPresent(text -> ports.emit(new SchedulerEvent.NodeDegraded(ports.now(), text)));
      dependents.bar(why);
    }
  }

  private final class SessionOwner implements Enrolling.Owner {
    @Override
    public SessionHints nextHints() {
      return hints(++generation);
    }

    @Override
    public void opened(Session fresh) {
      Membership.this.opened(fresh);
    }
  }

  // Hints --------------------------------------------------------------------------------------

  private SessionHints hints(long mine) {
    return new SessionHints() {
      @Override
      public void queueChanged(JobKey job) {
        hint(() -> dependents.queueChanged(job));
      }

      @Override
      public void reconnected() {
        hint(dependents::reconnected);
      }

      @Override
      public void ended(String why) {
        hint(() -> lose("the store has ended the session: " + why));
      }

      private void hint(Runnable task) {
        ports.post(
            () -> {
              if (mine == generation) {
                task.run();
              }
            });
      }
    };
  }

  /** Completes a stage on the engine thread, while this session lasts. */
  <T> Consumer<T> whileThisSession(Consumer<T> reply) {
    long mine = generation;
    return outcome ->
        ports.post(
            () -> {
              if (mine == generation) {
                reply.accept(outcome);
              }
            });
  }
}

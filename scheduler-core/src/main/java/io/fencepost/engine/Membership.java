package io.fencepost.engine;

import io.fencepost.JobKey;
import io.fencepost.SchedulerSettings;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import java.time.Duration;
import java.time.Instant;
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

  private static final Duration ENROL_AGAIN = Duration.ofMillis(200);
  private static final Duration CLOCK_STEP = Duration.ofMillis(500);
  private static final int RENEWALS_PER_LEASE = 6;

  private final SchedulerSettings settings;
  private final NodeInfo node;
  private final Backend backend;
  private final EnginePorts ports;
  private final Dependents dependents;

  /** Changes with every session; what belongs to an older one is ignored. */
  private long generation;

  private @Nullable Session session;
  private LeaseDeadline deadline;
  private boolean open;
  private boolean stopped;
  private Optional<String> barred = Optional.empty();
  private Optional<String> degraded = Optional.empty();
  private long wallMinusTickerNanos;

  Membership(
      SchedulerSettings settings,
      NodeInfo node,
      Backend backend,
      EnginePorts ports,
      Dependents dependents) {
    this.settings = settings;
    this.node = node;
    this.backend = backend;
    this.ports = ports;
    this.dependents = dependents;
    this.deadline = new LeaseDeadline(ports.ticker());
    this.wallMinusTickerNanos = wallMinusTicker();
  }

  Optional<Session> session() {
    return Optional.ofNullable(session);
  }

  void enrol() {
    if (stopped) {
      return;
    }
    long mine = ++generation;
    backend
        .enrol(node, settings.lease(), hints(mine))
        .whenComplete(
            (outcome, error) ->
                ports.post(
                    () ->
                        enrolled(
                            mine,
                            error == null
                                ? outcome
                                : new EnrolOutcome.Failed(error.toString(), true))));
  }

  private void enrolled(long mine, EnrolOutcome outcome) {
    if (mine != generation || stopped) {
      if (outcome instanceof EnrolOutcome.Enrolled late) {
        late.session().close();
      }
    } else if (outcome instanceof EnrolOutcome.Enrolled enrolled) {
      opened(mine, enrolled.session());
    } else if (outcome instanceof EnrolOutcome.NodeIdTaken taken) {
      degraded(
          "node id '" + node.id() + "' is taken by " + taken.byWhom(),
          settings.lease().dividedBy(2));
    } else if (outcome instanceof EnrolOutcome.Failed failed) {
      degraded(
          "no session with " + backend.describe() + ": " + failed.cause(),
          failed.waitingCanHelp() ? ENROL_AGAIN : settings.resignCooldown());
    }
  }

  private void opened(long mine, Session fresh) {
    session = fresh;
    deadline = new LeaseDeadline(ports.ticker());
    // Until the first renewal is acknowledged the node only has this long to get one.
    deadline.extendTo(ports.ticker().nanos() + fresh.lease().toNanos());
    watchDeadline(mine);
    renew(mine);
  }

  private void degraded(String why, Duration again) {
    if (!degraded.equals(Optional.of(why))) {
      degraded = Optional.of(why);
      ports.emit(new SchedulerEvent.NodeDegraded(ports.now(), why));
    }
    ports.after(jittered(again), this::enrol);
  }

  private Duration jittered(Duration wait) {
    return wait.plusMillis((long) (wait.toMillis() * ports.random() / 2));
  }

  // Renewal ------------------------------------------------------------------------------------

  private void renew(long mine) {
    Session current = session;
    if (mine != generation || current == null) {
      return;
    }
    noticeClockStep();
    long sentNanos = ports.ticker().nanos();
    Instant sentWall = ports.now();
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
    ports.after(interval(current), () -> renew(mine));
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
      deadline.extendTo(until);
      watchDeadline(mine);
      renewed.backendTime().ifPresent(time -> compareClocks(sentWall, time, ports.now()));
      if (!open) {
        open = true;
        degraded = Optional.empty();
        ports.emit(new SchedulerEvent.Enrolled(ports.now(), current.id(), current.lease()));
        dependents.opened(deadline);
      }
    }
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
    if (session != null && deadline.passed()) {
      lose("no renewal was acknowledged before the lease deadline");
    }
  }

  void lose(String why) {
    Session old = session;
    if (old == null) {
      return;
    }
    endSession(old);
    ports.emit(new SchedulerEvent.LeaseLost(ports.now(), old.id(), why));
    dependents.lost(why);
    ports.after(jittered(ENROL_AGAIN), this::enrol);
  }

  void stop() {
    stopped = true;
    if (session != null) {
      endSession(session);
    }
  }

  private void endSession(Session old) {
    generation++;
    session = null;
    open = false;
    deadline.end();
    old.close();
  }

  // Clocks -------------------------------------------------------------------------------------

  /** The store stamped the renewal between its sending and its acknowledgement. */
  private void compareClocks(Instant sent, Instant stamped, Instant acknowledged) {
    Duration behind = Duration.between(acknowledged, stamped);
    Duration ahead = Duration.between(stamped, sent);
    Duration skew = behind.compareTo(ahead) > 0 ? behind : ahead;
    Optional<String> now =
        skew.compareTo(settings.maxClockSkew()) > 0
            ? Optional.of(
                "this node's clock is "
                    + skew
                    + (skew.equals(behind) ? " behind" : " ahead of")
                    + " the backend's, allowed: "
                    + settings.maxClockSkew())
            : Optional.empty();
    if (now.isPresent() != barred.isPresent()) {
      barred = now;
      now.ifPresent(why -> ports.emit(new SchedulerEvent.NodeDegraded(ports.now(), why)));
      dependents.bar(now);
    }
  }

  private void noticeClockStep() {
    long difference = wallMinusTicker();
    if (Math.abs(difference - wallMinusTickerNanos) > CLOCK_STEP.toNanos()) {
      dependents.wallClockWasSet();
    }
    wallMinusTickerNanos = difference;
  }

  private long wallMinusTicker() {
    Instant now = ports.now();
    long sinceEpoch = now.getEpochSecond() * 1_000_000_000L + now.getNano();
    return sinceEpoch - ports.ticker().nanos();
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

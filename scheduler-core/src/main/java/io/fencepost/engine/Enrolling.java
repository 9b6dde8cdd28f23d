package io.fencepost.engine;

import io.fencepost.SchedulerSettings;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.time.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks the store for a session until it grants one, and tells why the node has none: at once when
 * the reason is new, then as a reminder. Engine thread only.
 */
final class Enrolling {
  /** Who wants a session. */
  interface Owner {
    /** Where the store's hints about the next session go. */
    SessionHints nextHints();

    void opened(Session session);
  }

  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration REMINDER = Duration.ofMinutes(5);

  private final SchedulerSettings settings;
  private final NodeInfo node;
  private final Backend backend;
  private final EnginePorts ports;
  private final Owner owner;

  /** What comes of an earlier try than the last is not wanted any more. */
  private long tries;

  private boolean stopped;
  private int failures;
  private Optional<String> degraded = Optional.empty();
  private long degradedSince;
  private long saidAt;

  Enrolling(
      SchedulerSettings settings, NodeInfo node, Backend backend, EnginePorts ports, Owner owner) {
    this.settings = settings;
    this.node = node;
    this.backend = backend;
    this.ports = ports;
    this.owner = owner;
  }

  void start() {
    if (stopped) {
      return;
    }
    long mine = ++tries;
    backend
        .enrol(node, settings.lease(), owner.nextHints())
        .whenComplete(
            (outcome, error) ->
                ports.post(
                    () ->
                        answered(
                            mine,
                            error == null
                                ? outcome
                                : new EnrolOutcome.Failed(error.toString(), true))));
  }

  /** After a session was lost: longer with each time in a row that none came to be used. */
  void startLater() {
    startAfter(backoff());
  }

  /** After a defect of the engine. */
  void startSoon() {
    startAfter(SOON);
  }

  /** The session came to be used: the next failure is the first in a row. */
  void succeeded() {
    degraded = Optional.empty();
    failures = 0;
  }

  void stop() {
    stopped = true;
  }

  private void answered(long mine, EnrolOutcome outcome) {
    if (mine != tries || stopped) {
      if (outcome instanceof EnrolOutcome.Enrolled late) {
        late.session().close();
      }
    } else if (outcome instanceof EnrolOutcome.Enrolled enrolled) {
      owner.opened(enrolled.session());
    } else if (outcome instanceof EnrolOutcome.NodeIdTaken taken) {
      degraded(
          "node id '" + node.id() + "' is taken by " + taken.byWhom(),
          settings.lease().dividedBy(2));
    } else if (outcome instanceof EnrolOutcome.Failed failed) {
      degraded(
          "no session with " + backend.describe() + ": " + failed.cause(),
          failed.waitingCanHelp() ? backoff() : settings.resignCooldown());
    }
  }

  private void degraded(String why, Duration again) {
    long now = ports.ticker().nanos();
    if (!degraded.equals(Optional.of(why))) {
      degradedSince = degraded.isEmpty() ? now : degradedSince;
      degraded = Optional.of(why);
      saidAt = now;
      ports.emit(new SchedulerEvent.NodeDegraded(ports.now(), why));
    } else if (now - saidAt >= REMINDER.toNanos()) {
      saidAt = now;
      String since = Durations.text(Duration.ofNanos(now - degradedSince));
      ports.emit(new SchedulerEvent.NodeDegraded(ports.now(), why + " (for " + since + " now)"));
    }
    startAfter(again);
  }

  /**
   * Longer with each failure in a row, up to half the lease: a store in trouble needs no hammer.
   */
  private Duration backoff() {
    Duration wait = SOON.multipliedBy(1L << Math.min(failures++, 20));
    Duration longest = settings.lease().dividedBy(2);
    return wait.compareTo(longest) < 0 ? wait : longest;
  }

  private void startAfter(Duration wait) {
    Duration jittered = wait.plusMillis((long) (wait.toMillis() * ports.random() / 2));
    ports.after(jittered, this::start);
  }
}

package io.fencepost.engine;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run whose thread has not been seen to end. Engine thread only, but for {@link #interrupter} and
 * {@link #handlerCalled}.
 */
final class LiveRun {
  /** Why a run is stopped before it ends by itself. */
  enum Stop {
    LEASE_LOST("the lease was lost"),
    TERM_OVER("another node took office"),
    TIMED_OUT("the run has timed out"),
    DRAINED("the scheduler stops"),
    RESIGNED("the node gives the job up");

    final String why;

    Stop(String why) {
      this.why = why;
    }
  }

  /** Interrupts the run's thread while it is in the handler or a sink; harmless otherwise. */
  interface Interrupter {
    void interrupt();
  }

  final RunContextImpl context;
  private Optional<Stop> stop = Optional.empty();
  private @Nullable RunResult result;
  volatile Interrupter interrupter = () -> {};

  /** Whether the handler may have done something. */
  volatile boolean handlerCalled;

  LiveRun(RunContextImpl context) {
    this.context = context;
  }

  void stop(Stop why) {
    if (stop.isEmpty()) {
      stop = Optional.of(why);
    }
    context.stop(why.why);
    interrupter.interrupt();
  }

  boolean stoppedFor(Stop why) {
    return stop.filter(why::equals).isPresent();
  }

  Optional<Stop> stopped() {
    return stop;
  }

  void ended(RunResult how) {
    result = how;
  }

  Optional<RunResult> result() {
    return Optional.ofNullable(result);
  }
}

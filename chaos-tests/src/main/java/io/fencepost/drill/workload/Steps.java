package io.fencepost.drill.workload;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fencepost.RunContext;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import java.util.EnumSet;
import java.util.Set;

/** Announces the steps of runs, and holds runs at some of them. Thread-safe. */
final class Steps {
  private final HistoryWriter history;
  private final boolean heedsInterrupts;

  @GuardedBy("this")
  private final Set<Step> held = EnumSet.noneOf(Step.class);

  Steps(HistoryWriter history, Set<Step> held, boolean heedsInterrupts) {
    this.history = history;
    this.heedsInterrupts = heedsInterrupts;
    this.held.addAll(held);
  }

  /** Runs at this step go on, and later ones are not held there. */
  synchronized void release(Step step) {
    held.remove(step);
    notifyAll();
  }

  /**
   * Says that the run is there, and returns when it may go on.
   *
   * @throws RunInterruptedException if it was interrupted and heeds that
   */
  void reach(Step step, RunContext run) {
    history.write(Draft.of(Kind.STEP, run).step(step.name()));
    boolean interrupted = Thread.interrupted();
    synchronized (this) {
      while (held.contains(step) && !(interrupted && heedsInterrupts)) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      if (heedsInterrupts) {
        throw new RunInterruptedException(run);
      }
    }
  }

  /** A run that was told to stop, and stops. */
  static final class RunInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunInterruptedException(RunContext run) {
      super("occurrence=" + run.key() + " fence=" + run.fence() + " was interrupted");
    }
  }
}

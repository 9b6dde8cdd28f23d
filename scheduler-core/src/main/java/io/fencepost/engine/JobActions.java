package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * What one job's state machine can ask of the world. Nothing blocks; every callback comes back on
 * the engine thread. A callback that its asker does not wait for any more is told apart by the
 * asker.
 */
interface JobActions {
  Instant now();

  /** Monotonic. */
  long nanos();

  /** When the lease deadline was looked at last; it had not passed then. */
  long checkedNanos();

  void stand(String guid, Consumer<StandOutcome> reply);

  void look(Candidate candidate, Consumer<QueueOutcome> reply);

  void withdraw(Consumer<WithdrawOutcome> reply);

  /** Calls back once the node's lease has been renewed lately; never if the session ends before. */
  void whenRenewed(Runnable task);

  /** Ends the node's session, and with it every candidate and term that it has. */
  void giveUpSession(String why);

  void read(Consumer<ReadOutcome> reply);

  void write(LedgerWrite write, Consumer<WriteOutcome> reply);

  void runs(Consumer<RunsOutcome> reply);

  /** Best effort. */
  void trimRuns(String term, long below);

  /** Calls back once; setting a timer of the same kind again replaces it. */
  void timer(Timer kind, Duration delay, Runnable task);

  void cancel(Timer kind);

  /** Keeps a worker for the next {@link #start}; false if none is free. */
  boolean reserveWorker();

  /** There will be no start. */
  void giveWorkerBack();

  /** Starts a run on a worker; exactly one result is reported, however it ends. */
  void start(LiveRun run, RunOrder order, Consumer<RunResult> ended);

  void emit(SchedulerEvent event);

  /** 16 hex digits, new each time. */
  String nonce();

  /** Uniform in [0, 1). */
  double random();

  /** The job has become idle for good, or again. */
  void settled();

  /** The timers of a job. */
  enum Timer {
    /** Look at the line without a hint; ask again. */
    PLACE,
    /** Read again what is to be taken over. */
    ASSUME,
    /** Stand in line again after having resigned. */
    COOLDOWN,
    /** Something comes due. */
    DUE,
    /** Reissue a write whose outcome is unknown. */
    REISSUE,
    /** The run's timeout, and then the grace of its interruption. */
    RUN
  }
}

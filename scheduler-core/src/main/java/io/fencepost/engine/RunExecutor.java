package io.fencepost.engine;

import io.fencepost.FencedSink;
import io.fencepost.LeaseLostException;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/**
 * What happens on a run's own thread: seal the sinks, call the handler, look for results. Reports
 * exactly one result per run.
 */
final class RunExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(RunExecutor.class);

  private final Executor workers;

  RunExecutor(Executor workers) {
    this.workers = workers;
  }

  /**
   * @param started called on the run's thread once the sinks are sealed, right before the handler,
   *     with the instant at which the lease deadline was looked at
   * @param ended called on the run's thread at its end, or on this one if no worker takes it
   */
  void start(
      RegisteredJob job,
      LiveRun run,
      RunOrder order,
      LongConsumer started,
      Consumer<RunResult> ended) {
    try {
      workers.execute(() -> ended.accept(onWorker(job, run, order, started)));
    } catch (RejectedExecutionException | Error e) {
      ended.accept(new RunResult.NotStarted(e));
    }
  }

  private static RunResult onWorker(
      RegisteredJob job, LiveRun run, RunOrder order, LongConsumer started) {
    CurrentThread thread = new CurrentThread();
    run.interrupter = thread;
    MDC.put("job", run.context.job().toString());
    MDC.put("occurrence", run.context.key());
    MDC.put("fence", run.context.fence().toString());
    try {
      return run(job, run, order, started, thread);
    } catch (RuntimeException | Error e) {
      return new RunResult.Failed(e, 0);
    } finally {
      thread.release();
      MDC.remove("job");
      MDC.remove("occurrence");
      MDC.remove("fence");
    }
  }

  private static RunResult run(
      RegisteredJob job, LiveRun run, RunOrder order, LongConsumer started, CurrentThread thread) {
    Optional<RunResult> unsealed = seal(job, run);
    if (unsealed.isPresent()) {
      return unsealed.get();
    }
    if (!order.callHandler()) {
      return lookup(job, run, Optional.empty());
    }
    Optional<Throwable> failure = call(job, run, started);
    thread.release();
    if (failure.isEmpty()) {
      return new RunResult.Completed();
    }
    Optional<StaleFenceException> stale = staleIn(failure.get());
    if (stale.isPresent()) {
      return new RunResult.Stale(stale.get());
    }
    boolean mayDecide =
        run.context.stopped().why().isEmpty() || run.stoppedFor(LiveRun.Stop.TIMED_OUT);
    return order.lookupOnFailure() && mayDecide
        ? lookup(job, run, failure)
        : new RunResult.Failed(failure.get(), 0);
  }

  private static Optional<RunResult> seal(RegisteredJob job, LiveRun run) {
    for (FencedSink sink : job.sinks()) {
      try {
        sink.seal(run.context);
      } catch (StaleFenceException e) {
        return Optional.of(new RunResult.Stale(e));
      } catch (RuntimeException | Error e) {
        return Optional.of(new RunResult.SealFailed(sink.name(), e));
      }
    }
    return Optional.empty();
  }

  private static Optional<Throwable> call(RegisteredJob job, LiveRun run, LongConsumer started) {
    run.handlerCalled = true;
    long checkedNanos;
    try {
      checkedNanos = run.context.checkHeldAt();
    } catch (LeaseLostException e) {
      run.handlerCalled = false;
      return Optional.of(e);
    }
    try {
      started.accept(checkedNanos);
      job.handler().run(run.context);
      return Optional.empty();
    } catch (Throwable e) {
      tell(run, e);
      return Optional.of(e);
    }
  }

  /** The record keeps one line of a failure; who has to mend the handler needs the trace. */
  private static void tell(LiveRun run, Throwable failure) {
    boolean expected = run.context.stopped().why().isPresent() || staleIn(failure).isPresent();
    LOG.atLevel(expected ? Level.DEBUG : Level.WARN)
        .setCause(failure)
        .log(
            "job={} occurrence={} fence={} the handler failed",
            run.context.job(),
            run.context.occurrence(),
            run.context.fence());
  }

  /**
   * Looks for the result of the whole occurrence.
   *
   * @param failure the handler's, if it was called
   */
  private static RunResult lookup(RegisteredJob job, LiveRun run, Optional<Throwable> failure) {
    int steps = 0;
    try {
      for (FencedSink sink : job.sinks()) {
        StoredResult found = sink.find(run.context);
        if (found.complete()) {
          return new RunResult.Found();
        }
        steps += found.steps();
      }
    } catch (StaleFenceException e) {
      return new RunResult.Stale(e);
    } catch (RuntimeException | Error e) {
      failure.ifPresent(e::addSuppressed);
      return new RunResult.Undecided(e);
    }
    return failure.isPresent()
        ? new RunResult.Failed(failure.get(), steps)
        : new RunResult.NotFound(steps);
  }

  private static Optional<StaleFenceException> staleIn(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++) {
      if (cause instanceof StaleFenceException stale) {
        return Optional.of(stale);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /** Interrupts the thread it was made on, until released; then clears what interrupt is left. */
  private static final class CurrentThread implements LiveRun.Interrupter {
    private final Thread thread = Thread.currentThread();
    private boolean released;

    @Override
    public synchronized void interrupt() {
      if (!released) {
        thread.interrupt();
      }
    }

    synchronized void release() {
      released = true;
      Thread.interrupted();
    }
  }
}

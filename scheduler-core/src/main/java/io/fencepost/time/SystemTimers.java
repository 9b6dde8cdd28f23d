package io.fencepost.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Timers on one thread of their own. */
public final class SystemTimers implements Timers, AutoCloseable {
  private final ScheduledThreadPoolExecutor executor;

  public SystemTimers(ThreadFactory threads) {
    requireNonNull(threads, "threads is null");
    executor = new ScheduledThreadPoolExecutor(1, threads);
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public Handle after(Duration delay, Runnable task) {
    try {
      Future<?> future = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> future.cancel(false);
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}

package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.time.Ticker;
import io.fencepost.time.Timers;
import java.time.Duration;
import java.time.Instant;

/** What the parts of an engine share: its mailbox, time, chance and the way to its listeners. */
interface EnginePorts {
  /**
   * Runs the task on the engine thread, after the lease deadline was checked. Callable from any
   * thread.
   */
  void post(Runnable task);

  /** Posts the task after the delay. */
  Timers.Handle after(Duration delay, Runnable task);

  Ticker ticker();

  /** The wall clock, believed as {@link ComparedClock} says. */
  Instant now();

  /** Uniform in [0, 1). */
  double random();

  /** 16 hex digits, new each time. */
  String nonce();

  void emit(SchedulerEvent event);
}

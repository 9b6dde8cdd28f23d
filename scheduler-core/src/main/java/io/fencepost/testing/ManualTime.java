package io.fencepost.testing;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Ticker;
import io.fencepost.time.Timers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Time that moves only by {@link #advance}: a monotonic ticker with timers, and a wall clock beside
 * it that can be set apart. Timers fire in order of their instants, and of their setting. Not
 * thread-safe.
 */
public final class ManualTime implements Ticker, Timers {
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(
          Comparator.comparingLong((Task t) -> t.atNanos).thenComparingLong(t -> t.order));
  private final Instant start;
  private Duration wallOffset = Duration.ZERO;
  private long nanos;
  private long order;

  public ManualTime(Instant start) {
    this.start = requireNonNull(start, "start is null");
  }

  private record Task(long atNanos, long order, Runnable run) {}

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Handle after(Duration delay, Runnable task) {
    Task entry = new Task(nanos + Math.max(0, delay.toNanos()), order++, task);
    tasks.add(entry);
    return () -> tasks.remove(entry);
  }

  /** The wall clock of the time itself. */
  public Clock clock() {
    return new ManualClock(this, ZoneOffset.UTC, Duration.ZERO);
  }

  /** A wall clock that differs from it by a fixed step. */
  public Clock clock(Duration ahead) {
    return new ManualClock(this, ZoneOffset.UTC, ahead);
  }

  /** Sets all wall clocks forward or back; the ticker and the timers do not notice. */
  public void stepWallClock(Duration step) {
    wallOffset = wallOffset.plus(step);
  }

  public Instant now() {
    return start.plusNanos(nanos).plus(wallOffset);
  }

  /** Moves on, firing what comes due on the way, each timer at its own instant. */
  public void advance(Duration duration) {
    advanceTo(nanos + duration.toNanos(), () -> {});
  }

  /**
   * Moves on as {@link #advance} does.
   *
   * @param afterEach called at the start and after each timer, to let what it caused happen at that
   *     instant
   */
  public void advance(Duration duration, Runnable afterEach) {
    advanceTo(nanos + duration.toNanos(), afterEach);
  }

  /** Moves on without firing anything on the way: what a paused process sees when it wakes. */
  public void jump(Duration duration) {
    nanos += duration.toNanos();
  }

  private void advanceTo(long target, Runnable afterEach) {
    afterEach.run();
    Task next = tasks.peek();
    while (next != null && next.atNanos <= target) {
      tasks.poll();
      nanos = Math.max(nanos, next.atNanos);
      next.run.run();
      afterEach.run();
      next = tasks.peek();
    }
    nanos = Math.max(nanos, target);
    afterEach.run();
  }

  private static final class ManualClock extends Clock {
    private final ManualTime time;
    private final ZoneId zone;
    private final Duration ahead;

    ManualClock(ManualTime time, ZoneId zone, Duration ahead) {
      this.time = time;
      this.zone = zone;
      this.ahead = ahead;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return new ManualClock(time, other, ahead);
    }

    @Override
    public Instant instant() {
      return time.now().plus(ahead);
    }
  }
}

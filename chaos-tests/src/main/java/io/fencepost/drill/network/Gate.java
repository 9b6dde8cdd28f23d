package io.fencepost.drill.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;

/** Lets the bytes of one direction through, late or not yet. Thread-safe. */
final class Gate {
  @GuardedBy("this")
  private boolean open = true;

  @GuardedBy("this")
  private Duration delay = Duration.ZERO;

  @GuardedBy("this")
  private int waiting;

  synchronized void hold() {
    open = false;
  }

  synchronized void delay(Duration by) {
    delay = by;
  }

  synchronized Duration delay() {
    return delay;
  }

  synchronized void open() {
    open = true;
    delay = Duration.ZERO;
    notifyAll();
  }

  synchronized boolean holdsBack() {
    return waiting > 0;
  }

  /** Returns when bytes may go through. */
  synchronized void awaitOpen() {
    boolean interrupted = false;
    waiting++;
    while (!open) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    waiting--;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

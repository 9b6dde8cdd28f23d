package io.fencepost.drill.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Lets the bytes of one direction through, or holds them back. Thread-safe. */
final class Gate {
  @GuardedBy("this")
  private boolean open = true;

  @GuardedBy("this")
  private int heldBack;

  synchronized void hold() {
    open = false;
  }

  /** What waits goes through now. */
  synchronized void open() {
    open = true;
    notifyAll();
  }

  /** Whether something waits. */
  synchronized boolean holdsBack() {
    return heldBack > 0;
  }

  /**
   * Returns when bytes may go through.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  synchronized void pass() throws InterruptedException {
    heldBack++;
    try {
      while (!open) {
        wait();
      }
    } finally {
      heldBack--;
    }
  }
}

package io.fencepost.drill.cluster;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The signals that faults are made of. */
public enum Signal {
  /** Stops the process where it is. It does not notice. */
  STOP,
  /** Lets a stopped process go on. */
  CONT,
  /** Asks the process to end. */
  TERM,
  /** Ends the process at once, also a stopped one. */
  KILL;

  /**
   * Sends this signal.
   *
   * @throws ClusterException if there is no such process or it may not be signalled
   */
  public void send(long pid) {
    try {
      // The shell's own kill: minimal containers have no other.
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -" + name() + " " + pid)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new ClusterException("could not send SIG" + this + " to process " + pid);
      }
    } catch (IOException e) {
      throw new ClusterException("could not send SIG" + this + " to process " + pid, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while sending SIG" + this + " to " + pid, e);
    }
  }
}

package io.fencepost.drill.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/**
 * Kills this JVM's children when it is gone, however it went. A shell holds the list of process ids
 * and the reading end of a pipe; when the JVM dies, the pipe closes, and the shell kills whatever
 * is still on the list. A hook in this JVM would not run after SIGKILL, and a child that watches
 * its parent cannot do so while it is stopped.
 */
final class Reaper {
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      pids=' '
      while read -r change pid; do
        case $change in
          +) pids="$pids$pid " ;;
          -) case $pids in *" $pid "*) pids="${pids%% $pid *} ${pids#* $pid }" ;; esac ;;
        esac
      done
      for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
      """;

  private static final Reaper OF_THIS_JVM = new Reaper();

  @GuardedBy("this")
  private final OutputStream list;

  private Reaper() {
    try {
      list =
          new ProcessBuilder("sh", "-c", SCRIPT)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start()
              .getOutputStream();
    } catch (IOException e) {
      throw new ClusterException("could not start the shell that kills orphans", e);
    }
  }

  static void watch(long pid) {
    OF_THIS_JVM.tell("+ " + pid);
  }

  /** The process has ended, and its id may go to another. */
  static void forget(long pid) {
    OF_THIS_JVM.tell("- " + pid);
  }

  private synchronized void tell(String line) {
    try {
      list.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      list.flush();
    } catch (IOException e) {
      throw new ClusterException("the shell that kills orphans is gone", e);
    }
  }
}

package io.fencepost.drill.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of a process. */
public enum ProcessState {
  /** Running, or waiting for something. */
  LIVE,
  /** Stopped by SIGSTOP: none of its threads runs. */
  STOPPED,
  /** Ended, or never there. */
  GONE;

  /** Whether the kernel can be asked here, which {@code /proc} is needed for. */
  public static boolean isKnown() {
    return Files.isReadable(Path.of("/proc/self/stat"));
  }

  public static ProcessState of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // "pid (name) state ...", and the name may contain anything.
      return switch (stat.charAt(stat.lastIndexOf(')') + 2)) {
        case 'T', 't' -> STOPPED;
        case 'Z', 'X' -> GONE;
        default -> LIVE;
      };
    } catch (IOException ended) {
      return GONE;
    }
  }
}

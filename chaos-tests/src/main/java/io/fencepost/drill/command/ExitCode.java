package io.fencepost.drill.command;

import io.fencepost.drill.check.Verdict.Status;

/** What the commands tell the shell. */
final class ExitCode {
  static final int VALID = 0;
  static final int INVALID = 1;

  /** Nothing is proven; also of what could not be run. */
  static final int UNKNOWN = 2;

  private ExitCode() {}

  static int of(Status status) {
    return switch (status) {
      case VALID -> VALID;
      case INVALID -> INVALID;
      case UNKNOWN -> UNKNOWN;
    };
  }
}

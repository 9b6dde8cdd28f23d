package io.fencepost.drill.command;

/** What went wrong, for people. */
public final class Reasons {
  private Reasons() {}

  /** The failure and its causes in one line, each once. */
  public static String of(Throwable failure) {
    StringBuilder reasons = new StringBuilder(String.valueOf(failure.getMessage()));
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      String reason = cause.toString();
      if (reasons.indexOf(reason) < 0) {
        reasons.append(": ").append(reason);
      }
    }
    return reasons.toString();
  }
}

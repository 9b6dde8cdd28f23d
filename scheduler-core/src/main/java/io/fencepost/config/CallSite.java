package io.fencepost.config;

import java.util.Set;

/** The line of the application that called into this library. */
final class CallSite {
  private static final Set<String> LIBRARY =
      Set.of(
          "io.fencepost.config.CallSite",
          "io.fencepost.config.ConfiguredSchedulerBuilder",
          "io.fencepost.config.JobDeclaration",
          "io.fencepost.config.SchedulerConfig",
          "io.fencepost.guice.JobBinder");

  private CallSite() {}

  /** {@code com.acme.Jobs.configure(Jobs.java:34)}. */
  static String current() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(
                        frame -> !LIBRARY.contains(frame.getClassName().replaceAll("\\$.*", "")))
                    .findFirst())
        .map(
            frame ->
                frame.getClassName()
                    + "."
                    + frame.getMethodName()
                    + "("
                    + frame.getFileName()
                    + ":"
                    + frame.getLineNumber()
                    + ")")
        .orElse("an unknown place");
  }
}

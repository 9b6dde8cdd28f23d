package io.fencepost.guice;

import static java.util.stream.Collectors.joining;

import com.google.inject.ConfigurationException;
import com.google.inject.CreationException;
import com.google.inject.ProvisionException;
import com.google.inject.spi.Message;
import com.typesafe.config.ConfigException;
import io.fencepost.FencepostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Why an application did not start, for its log: what Fencepost and Guice found wrong, without
 * traces and without Guice's words around it.
 *
 * <pre>{@code
 * try {
 *   Injector injector = Guice.createInjector(new ServiceModule(ConfigFactory.load()));
 *   injector.getInstance(Scheduler.class).start();
 * } catch (RuntimeException e) {
 *   log.error("The service does not start: {}", StartFailure.explain(e));
 *   System.exit(1);
 * }
 * }</pre>
 */
public final class StartFailure {
  /** Frames of these packages do not say where in the application it happened. */
  private static final Set<String> LIBRARY =
      Set.of(
          "io.fencepost",
          "io.fencepost.config",
          "io.fencepost.guice",
          "io.fencepost.schedule",
          "io.fencepost.time");

  private static final List<String> ELSEWHERE = List.of("java.", "javax.", "jdk.", "com.google.");

  private StartFailure() {}

  /** One line, or a line for each of several. */
  public static String explain(Throwable failure) {
    List<String> reasons = messages(failure).stream().map(StartFailure::reason).distinct().toList();
    if (reasons.isEmpty()) {
      return reason(failure);
    }
    return reasons.size() == 1
        ? reasons.get(0)
        : reasons.stream().collect(joining("\n  - ", "\n  - ", ""));
  }

  private static Collection<Message> messages(Throwable failure) {
    if (failure instanceof CreationException creation) {
      return creation.getErrorMessages();
    }
    if (failure instanceof ProvisionException provision) {
      return provision.getErrorMessages();
    }
    return failure instanceof ConfigurationException configuration
        ? configuration.getErrorMessages()
        : List.of();
  }

  private static String reason(Message message) {
    Throwable cause = message.getCause();
    if (cause != null) {
      return reason(cause);
    }
    boolean ours = message.getSource().startsWith(SchedulerModule.class.getName());
    return message.getMessage() + (ours ? "" : " (" + message.getSource() + ")");
  }

  private static String reason(Throwable failure) {
    @Nullable Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencepostException) {
        return String.valueOf(cause.getMessage());
      }
      if (cause instanceof ConfigException unreadable) {
        return unreadable(unreadable);
      }
      root = cause;
    }
    String what =
        root instanceof IllegalArgumentException ? String.valueOf(root.getMessage()) : "" + root;
    return what + place(root).map(place -> " (" + place + ")").orElse("");
  }

  /** A file that is not there, or is no HOCON; the message says which and where. */
  static String unreadable(ConfigException failure) {
    return "the configuration cannot be read: " + failure.getMessage();
  }

  /** The line of the application that it came from: {@code SettlementModule.java:34}. */
  private static Optional<String> place(Throwable failure) {
    return Arrays.stream(failure.getStackTrace())
        .filter(frame -> isOfApplication(frame.getClassName()))
        .findFirst()
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber());
  }

  private static boolean isOfApplication(String className) {
    int dot = className.lastIndexOf('.');
    return !LIBRARY.contains(dot < 0 ? "" : className.substring(0, dot))
        && ELSEWHERE.stream().noneMatch(className::startsWith);
  }
}

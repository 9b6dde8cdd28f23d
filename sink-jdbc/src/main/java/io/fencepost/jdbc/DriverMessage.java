package io.fencepost.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What pool and driver say themselves, on one line and without passwords. */
final class DriverMessage {
  private static final int MOST_CAUSES = 10;
  private static final int LONGEST = 400;
  private static final Pattern PASSWORD_IN_AUTHORITY = Pattern.compile("(//[^/@:\\s]*):[^/@\\s]*@");
  private static final Pattern PASSWORD_AS_PARAMETER =
      Pattern.compile("(?i)(\\w*(?:pass|pwd|secret|token)\\w*=)[^&;,\\s\"')]*");

  private DriverMessage() {}

  /** The messages of an exception and its causes, each once. */
  static String of(Throwable failure) {
    List<String> said = new ArrayList<>();
    for (Throwable each : chain(failure)) {
      String message = each.getMessage() == null ? each.getClass().getName() : each.getMessage();
      String line = mask(message).replaceAll("\\s+", " ").strip();
      if (said.stream().noneMatch(earlier -> earlier.contains(line))) {
        said.add(line);
      }
    }
    String all = String.join(": ", said);
    return all.length() <= LONGEST ? all : all.substring(0, LONGEST) + "...";
  }

  /** The first of the chain that the driver threw. */
  static Optional<SQLException> sqlException(Throwable failure) {
    return chain(failure).stream()
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .findFirst();
  }

  static String mask(String text) {
    String authority = PASSWORD_IN_AUTHORITY.matcher(text).replaceAll("$1:***@");
    return PASSWORD_AS_PARAMETER.matcher(authority).replaceAll("$1***");
  }

  private static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    @Nullable Throwable next = failure;
    while (next != null && chain.size() < MOST_CAUSES) {
      chain.add(next);
      next = next.getCause();
    }
    return chain;
  }
}

package io.fencepost.config;

import java.util.regex.Pattern;

/** Keeps secrets out of logs and errors. */
final class Secrets {
  static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)passw|pasw|pwd|passphrase|secret|credential|token|private-?key|auth(?!ority)");

  /** A setting that only says where a secret is kept is none itself. */
  private static final Pattern PLACE = Pattern.compile("(?i)[-_](file|path|dir)$");

  private static final Pattern PASSWORD_IN_URL = Pattern.compile("(://[^/@:\\s]*):[^/@\\s]*@");

  private Secrets() {}

  /** The value, or what may be shown of it. */
  static String mask(String path, String value) {
    if (SECRET.matcher(path).find() && !PLACE.matcher(path).find()) {
      return MASK;
    }
    return PASSWORD_IN_URL.matcher(value).replaceAll("$1:" + MASK + "@");
  }
}

package io.fencepost.config;

import java.util.regex.Pattern;

/** Keeps secrets out of logs and errors. */
final class Secrets {
  static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)passw|pasw|pwd|passphrase|secret|credential|token|private-?key|key-file|auth(?!ority)");

  /** A setting that only says where a secret is kept is none itself. */
  private static final Pattern PLACE = Pattern.compile("(?i)[-_](file|path|dir)$");

  /**
   * Unless somebody wrote the secret there: what does not begin as a path does is not shown. A
   * slash further on says nothing, since base64 has some.
   */
  private static final Pattern LIKE_A_PATH =
      Pattern.compile("\"(?:\"|(?:~|\\.{0,2})/|[A-Za-z]:[/\\\\]).*");

  private static final Pattern PASSWORD_IN_URL = Pattern.compile("(://[^/@:\\s]*):[^/@\\s]*@");

  private Secrets() {}

  /** The value, as JSON, or what may be shown of it. */
  static String mask(String path, String value) {
    if (SECRET.matcher(path).find()
        && !(PLACE.matcher(path).find() && LIKE_A_PATH.matcher(value).matches())) {
      return MASK;
    }
    return PASSWORD_IN_URL.matcher(value).replaceAll("$1:" + MASK + "@");
  }
}

package io.fencepost.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds what somebody may have meant. Case and word separators do not count, so that {@code
 * maxClockSkew} finds {@code max-clock-skew}.
 */
public final class Nearest {
  private Nearest() {}

  /** The known word that is nearest, if it is near: at most a third of its letters differ. */
  public static Optional<String> to(String word, Collection<String> known) {
    String wanted = letters(word);
    return known.stream()
        .filter(k -> distance(wanted, letters(k)) <= Math.max(1, letters(k).length() / 3))
        .min(
            Comparator.<String>comparingInt(k -> distance(wanted, letters(k)))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static String letters(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** Levenshtein's distance, where two exchanged neighbours count as one change. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + change, Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}

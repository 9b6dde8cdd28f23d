package io.fencepost;

import static java.util.Objects.requireNonNull;

import io.fencepost.time.Durations;
import java.time.Duration;

/**
 * What becomes of occurrences that came due while nobody could run them, and are later than {@code
 * misfire-after}.
 *
 * @param kind the rule
 * @param cap {@link Kind#FIRE_ALL}: the most misfired occurrences to run, the latest ones; 1 to
 *     1000
 * @param window {@link Kind#FIRE_ALL}: the greatest age of a misfired occurrence to run; positive
 */
public record MisfirePolicy(Kind kind, int cap, Duration window) {
  /** The rule for misfired occurrences. */
  public enum Kind {
    /** None is run; all are recorded as missed. */
    SKIP,
    /** The latest is run, the rest recorded as missed. The default. */
    FIRE_ONCE,
    /** All within window and cap are run, in order; the rest is recorded as missed. */
    FIRE_ALL
  }

  private static final int DEFAULT_CAP = 100;
  private static final Duration DEFAULT_WINDOW = Duration.ofDays(1);

  public static final MisfirePolicy SKIP =
      new MisfirePolicy(Kind.SKIP, DEFAULT_CAP, DEFAULT_WINDOW);
  public static final MisfirePolicy FIRE_ONCE =
      new MisfirePolicy(Kind.FIRE_ONCE, DEFAULT_CAP, DEFAULT_WINDOW);

  public MisfirePolicy {
    requireNonNull(kind, "kind is null");
    requireNonNull(window, "window is null");
    if (cap < 1 || cap > 1000) {
      throw new IllegalArgumentException("misfire.cap is " + cap + ", allowed: 1 to 1000");
    }
    if (window.isNegative() || window.isZero()) {
      throw new IllegalArgumentException(
          "misfire.window is " + Durations.text(window) + ", allowed: positive");
    }
  }

  public static MisfirePolicy fireAll(int cap, Duration window) {
    return new MisfirePolicy(Kind.FIRE_ALL, cap, window);
  }
}

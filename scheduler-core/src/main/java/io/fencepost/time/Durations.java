package io.fencepost.time;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Durations as people write them, for messages and logs: {@code 10.08 s}, {@code 1 min 30 s}. */
public final class Durations {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final String[] UNITS = {"d", "h", "min", "s"};
  private static final long[] SECONDS = {86_400, 3_600, 60, 1};

  private Durations() {}

  /**
   * Exact for what somebody configured (whole milliseconds below a minute, whole seconds above);
   * what was measured is rounded to what one can read.
   */
  public static String text(Duration value) {
    if (value.isNegative()) {
      return "-" + text(value.negated());
    }
    if (value.isZero()) {
      return "0 s";
    }
    return value.toSeconds() < 60 ? inOneUnit(value.toNanos()) : inUnits(value);
  }

  private static String inOneUnit(long nanos) {
    if (nanos < NANOS_PER_MILLI) {
      return number(nanos, 1_000, 3) + " us";
    }
    if (nanos < NANOS_PER_SECOND) {
      return number(nanos, NANOS_PER_MILLI, 2) + " ms";
    }
    return number(nanos, NANOS_PER_SECOND, nanos % NANOS_PER_MILLI == 0 ? 3 : 2) + " s";
  }

  private static String number(long nanos, long unit, int decimals) {
    BigDecimal number =
        BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(unit), decimals, RoundingMode.HALF_UP);
    return number.stripTrailingZeros().toPlainString();
  }

  private static String inUnits(Duration value) {
    long rest = value.plusMillis(500).toSeconds();
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < UNITS.length; i++) {
      if (rest >= SECONDS[i]) {
        parts.add(rest / SECONDS[i] + " " + UNITS[i]);
        rest %= SECONDS[i];
      }
    }
    return String.join(" ", parts);
  }
}

package io.fencepost.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;

/** Durations as HOCON writes them, but always with a unit. */
final class HoconDuration {
  private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us"};
  private static final long[] NANOS = {
    86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L
  };

  private HoconDuration() {}

  /**
   * HOCON takes a number without a unit for milliseconds; here {@code lease = 10} is an error,
   * since whoever wrote it meant seconds.
   *
   * @throws IllegalArgumentException if it has no unit
   * @throws com.typesafe.config.ConfigException if it is no duration
   */
  static Duration read(Config config, String path) {
    Duration value = config.getDuration(path);
    boolean number = config.getValue(path).valueType() == ConfigValueType.NUMBER;
    if (!value.isZero() && (number || !config.getString(path).matches(".*[a-z]\\s*"))) {
      throw new IllegalArgumentException("a duration has a unit");
    }
    return value;
  }

  /** In the largest unit that is exact: {@code 90s}, {@code 1d}. */
  static String format(Duration value) {
    long nanos = value.toNanos();
    for (int i = 0; nanos != 0 && i < UNITS.length; i++) {
      if (nanos % NANOS[i] == 0) {
        return nanos / NANOS[i] + UNITS[i];
      }
    }
    return nanos == 0 ? "0s" : nanos + "ns";
  }
}

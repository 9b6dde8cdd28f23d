package io.fencepost.config;

/** Sizes as HOCON writes them. */
final class Sizes {
  private static final String[] UNITS = {"GiB", "MiB", "KiB"};
  private static final long[] BYTES = {1L << 30, 1L << 20, 1L << 10};

  private Sizes() {}

  /** In the largest unit that is exact: {@code 256 KiB}. */
  static String format(long bytes) {
    for (int i = 0; bytes != 0 && i < UNITS.length; i++) {
      if (bytes % BYTES[i] == 0) {
        return bytes / BYTES[i] + " " + UNITS[i];
      }
    }
    return bytes + " B";
  }
}

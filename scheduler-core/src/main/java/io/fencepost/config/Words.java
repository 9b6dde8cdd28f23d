package io.fencepost.config;

import java.util.Locale;

/** Java's names as config writes them. */
final class Words {
  private Words() {}

  /** {@code FIRE_ONCE} as {@code fire-once}. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@code maxAttempts} as {@code max-attempts}. */
  static String ofCamelCase(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}

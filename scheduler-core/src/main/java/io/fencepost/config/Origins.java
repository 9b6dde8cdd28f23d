package io.fencepost.config;

import com.typesafe.config.ConfigOrigin;
import java.util.Objects;
import java.util.stream.Stream;

/** Says where a value was written: {@code application.conf:12}, {@code system properties}. */
final class Origins {
  private Origins() {}

  static String describe(ConfigOrigin origin) {
    String line = origin.lineNumber() < 0 ? "" : ":" + origin.lineNumber();
    return Stream.of(origin.resource(), origin.filename())
        .filter(Objects::nonNull)
        .findFirst()
        .map(place -> place + line)
        .orElseGet(() -> origin.description().replaceFirst(": (\\d+)$", ":$1"));
  }
}

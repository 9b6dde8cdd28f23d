package io.fencepost.config;

import com.typesafe.config.ConfigOrigin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong, so that all of it is reported at once. Not thread-safe. */
final class Problems {
  private final Set<String> found = new LinkedHashSet<>();

  void add(String problem) {
    found.add(problem);
  }

  void add(String problem, ConfigOrigin origin) {
    add(problem + " (" + Origins.describe(origin) + ")");
  }

  void addAll(List<String> problems) {
    found.addAll(problems);
  }

  List<String> all() {
    return List.copyOf(found);
  }

  boolean any() {
    return !found.isEmpty();
  }

  InvalidConfigException toException() {
    return new InvalidConfigException(new ArrayList<>(found));
  }

  void throwIfAny() {
    if (any()) {
      throw toException();
    }
  }
}

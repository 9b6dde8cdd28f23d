package io.fencepost.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reports settings that are none, with the one that was probably meant. */
final class UnknownKeys {
  private final String path;
  private final Set<String> known;
  private final Problems problems;

  /**
   * @param path of the object that holds them
   * @param known relative to it, such as {@code retry.jitter}
   */
  UnknownKeys(String path, Set<String> known, Problems problems) {
    this.path = path;
    this.known = known;
    this.problems = problems;
  }

  void check(ConfigObject object) {
    check("", object);
  }

  private void check(String prefix, ConfigObject object) {
    object.forEach(
        (name, value) -> {
          String key = prefix + ConfigUtil.joinPath(name);
          if (known.contains(key)) {
            return;
          }
          if (known.stream().noneMatch(k -> k.startsWith(key + "."))) {
            report(key, value);
          } else if (value instanceof ConfigObject nested) {
            check(key + ".", nested);
          } else {
            problems.add(
                path + "." + key + " is not a setting but a group: " + within(key + "."),
                value.origin());
          }
        });
  }

  private void report(String key, ConfigValue value) {
    String hint =
        meant(key)
            .map(k -> "did you mean " + path + "." + k + "?")
            .orElseGet(() -> "there are: " + within(key.substring(0, key.lastIndexOf('.') + 1)));
    problems.add(path + "." + key + " is not a setting; " + hint, value.origin());
  }

  private Optional<String> meant(String key) {
    return Nearest.to(key, known)
        .or(
            () ->
                known.stream()
                    .filter(k -> k.substring(k.lastIndexOf('.') + 1).equals(lastOf(key)))
                    .findFirst());
  }

  private static String lastOf(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  private String within(String prefix) {
    List<String> there = new ArrayList<>();
    known.stream().filter(k -> k.startsWith(prefix)).forEach(there::add);
    return String.join(", ", there);
  }
}

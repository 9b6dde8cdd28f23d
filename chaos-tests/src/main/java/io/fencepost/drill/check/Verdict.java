package io.fencepost.drill.check;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What came of a drill.
 *
 * @param status invalid if a rule is broken, else unknown if the drill proves nothing
 * @param violations the rules that were broken
 * @param unproven why the drill proves nothing: a fault that did not take hold or last, or
 *     something that had to be shown and was not seen
 */
public record Verdict(Status status, List<Violation> violations, List<String> unproven) {
  /** A drill that is not {@link #VALID} is a failed build. */
  public enum Status {
    VALID,
    INVALID,
    UNKNOWN
  }

  public Verdict {
    violations = List.copyOf(violations);
    unproven = List.copyOf(unproven);
  }

  static Verdict of(List<Violation> violations, List<String> unproven) {
    Status status =
        !violations.isEmpty() ? Status.INVALID : unproven.isEmpty() ? Status.VALID : Status.UNKNOWN;
    return new Verdict(status, violations, unproven);
  }

  /** The ids of the broken rules. */
  public Set<String> brokenRules() {
    return violations.stream().map(Violation::rule).collect(Collectors.toUnmodifiableSet());
  }
}

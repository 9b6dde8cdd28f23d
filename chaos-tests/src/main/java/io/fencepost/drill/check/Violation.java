package io.fencepost.drill.check;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A rule that was broken, with the shortest explanation.
 *
 * @param rule its id, as in {@code S2}
 * @param says what is wrong
 * @param evidence what contradicts each other, usually two events
 */
public record Violation(
    String rule,
    String says,
    Optional<String> job,
    Optional<Instant> occurrence,
    List<String> evidence) {
  public Violation {
    evidence = List.copyOf(evidence);
  }

  /** A violation that concerns one occurrence. */
  static Violation of(String rule, String says, String job, Instant at, Object... evidence) {
    return new Violation(rule, says, Optional.of(job), Optional.of(at), texts(evidence));
  }

  /** A violation that concerns a whole job. */
  static Violation ofJob(String rule, String says, String job, Object... evidence) {
    return new Violation(rule, says, Optional.of(job), Optional.empty(), texts(evidence));
  }

  private static List<String> texts(Object... evidence) {
    return List.of(evidence).stream().map(Object::toString).toList();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(rule);
    job.ifPresent(name -> text.append(" job=").append(name));
    occurrence.ifPresent(at -> text.append(" occurrence=").append(at));
    text.append(": ").append(says);
    evidence.forEach(line -> text.append("\n    ").append(line));
    return text.toString();
  }
}

package io.fencepost.drill;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.workload.Defence;
import io.fencepost.drill.workload.Step;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a drill is set up.
 *
 * @param name in lower case with hyphens; also of its directory
 * @param replicas how many processes
 * @param lease the session timeout, T
 * @param period how often the job is due
 * @param drain how long a stop waits for a run
 * @param holds where runs are held until they are released
 * @param heedsInterrupts whether a held run ends when it is interrupted
 * @param off the defences that are switched off
 * @param decideWithin how long after it came due, or after healing, work may wait for its decision
 * @param mostLeaderChanges how often the leader may change
 */
public record DrillPlan(
    String name,
    int replicas,
    Duration lease,
    Duration period,
    Duration drain,
    Set<Step> holds,
    boolean heedsInterrupts,
    Set<Defence> off,
    Duration decideWithin,
    int mostLeaderChanges) {
  public DrillPlan {
    requireNonNull(lease, "lease is null");
    requireNonNull(period, "period is null");
    requireNonNull(drain, "drain is null");
    requireNonNull(decideWithin, "decideWithin is null");
    holds = Set.copyOf(holds);
    off = Set.copyOf(off);
    if (!name.matches("[a-z][a-z0-9-]{0,50}")) {
      throw new IllegalArgumentException(
          "drill '" + name + "': allowed are lower-case letters, digits and hyphens");
    }
  }

  /** Three replicas, T = 4 s, due every 2 s, decided within 12 s, one leader change at most. */
  public static DrillPlan named(String name) {
    return new DrillPlan(
        name,
        3,
        Duration.ofSeconds(4),
        Duration.ofSeconds(2),
        Duration.ofSeconds(6),
        Set.of(),
        false,
        Set.of(),
        Duration.ofSeconds(12),
        1);
  }

  public DrillPlan hold(Step... steps) {
    return new DrillPlan(
        name,
        replicas,
        lease,
        period,
        drain,
        Set.of(steps),
        heedsInterrupts,
        off,
        decideWithin,
        mostLeaderChanges);
  }

  public DrillPlan heedInterrupts() {
    return new DrillPlan(
        name, replicas, lease, period, drain, holds, true, off, decideWithin, mostLeaderChanges);
  }

  public DrillPlan drain(Duration value) {
    return new DrillPlan(
        name,
        replicas,
        lease,
        period,
        value,
        holds,
        heedsInterrupts,
        off,
        decideWithin,
        mostLeaderChanges);
  }

  /** The same with defences switched off, under a name that says so. */
  public DrillPlan without(Set<Defence> value) {
    String suffix =
        value.stream()
            .map(defence -> "-no-" + defence.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .sorted()
            .collect(Collectors.joining());
    return new DrillPlan(
        name + suffix,
        replicas,
        lease,
        period,
        drain,
        holds,
        heedsInterrupts,
        value,
        decideWithin,
        mostLeaderChanges);
  }
}

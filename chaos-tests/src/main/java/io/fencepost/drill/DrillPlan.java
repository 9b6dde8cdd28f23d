package io.fencepost.drill;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.workload.Defence;
import io.fencepost.drill.workload.Step;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * How a drill is set up. Immutable: each setter returns a changed copy.
 *
 * <p>Every drill has three replicas, a job that is due every 2 s, and 12 s to decide it. Defaults:
 * T = 4 s, 6 s to drain, one leader change at most. All that comes due is run, however late, unless
 * it counts as misfired: after 1 min.
 */
public final class DrillPlan {
  private static final int REPLICAS = 3;
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final Duration DECIDE_WITHIN = Duration.ofSeconds(12);

  private String name;
  private Duration lease = Duration.ofSeconds(4);
  private Duration drain = Duration.ofSeconds(6);
  private Duration resignAfter = Duration.ofSeconds(10);
  private Duration misfireAfter = Duration.ofMinutes(1);
  private int mostLeaderChanges = 1;
  private Set<Step> holds = Set.of();
  private boolean heedsInterrupts;
  private Set<Defence> off = Set.of();

  private DrillPlan(String name) {
    this.name = name;
  }

  private DrillPlan(DrillPlan other) {
    name = other.name;
    lease = other.lease;
    drain = other.drain;
    resignAfter = other.resignAfter;
    misfireAfter = other.misfireAfter;
    mostLeaderChanges = other.mostLeaderChanges;
    holds = other.holds;
    heedsInterrupts = other.heedsInterrupts;
    off = other.off;
  }

  /**
   * A plan with the defaults.
   *
   * @param name in lower case with hyphens; also of the drill's directory
   */
  public static DrillPlan named(String name) {
    if (!name.matches("[a-z][a-z0-9-]{0,50}")) {
      throw new IllegalArgumentException(
          "drill '" + name + "': allowed are lower-case letters, digits and hyphens");
    }
    return new DrillPlan(name);
  }

  private DrillPlan with(Consumer<DrillPlan> change) {
    DrillPlan copy = new DrillPlan(this);
    change.accept(copy);
    return copy;
  }

  /** The session timeout, T. */
  public DrillPlan lease(Duration value) {
    requireNonNull(value, "value is null");
    return with(plan -> plan.lease = value);
  }

  /** How long a stop waits for a run. */
  public DrillPlan drain(Duration value) {
    requireNonNull(value, "value is null");
    return with(plan -> plan.drain = value);
  }

  /** How long a leader may be unable to run its job before it gives it up. */
  public DrillPlan resignAfter(Duration value) {
    requireNonNull(value, "value is null");
    return with(plan -> plan.resignAfter = value);
  }

  /** How late a run may begin; of those that are later, only the latest is run. */
  public DrillPlan misfireAfter(Duration value) {
    requireNonNull(value, "value is null");
    return with(plan -> plan.misfireAfter = value);
  }

  /** How often the leader may change. */
  public DrillPlan mostLeaderChanges(int value) {
    return with(plan -> plan.mostLeaderChanges = value);
  }

  /** Where runs are held until they are released. */
  public DrillPlan hold(Step... steps) {
    return with(plan -> plan.holds = Set.of(steps));
  }

  /** A held run ends when it is interrupted; otherwise only the guard can stop it. */
  public DrillPlan heedInterrupts() {
    return with(plan -> plan.heedsInterrupts = true);
  }

  /** The same with defences switched off, under a name that says so. */
  public DrillPlan without(Set<Defence> value) {
    String suffix =
        value.stream()
            .map(defence -> "-no-" + defence.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .sorted()
            .collect(Collectors.joining());
    return with(
        plan -> {
          plan.name = name + suffix;
          plan.off = Set.copyOf(value);
        });
  }

  public String name() {
    return name;
  }

  /** How many processes; {@code n1} and so on. */
  public int replicas() {
    return REPLICAS;
  }

  /** The session timeout, T. */
  public Duration lease() {
    return lease;
  }

  /** How often the job is due. */
  public Duration period() {
    return PERIOD;
  }

  public Duration drain() {
    return drain;
  }

  public Duration resignAfter() {
    return resignAfter;
  }

  public Duration misfireAfter() {
    return misfireAfter;
  }

  /** How long after it came due, or after healing, work may wait for its decision. */
  public Duration decideWithin() {
    return DECIDE_WITHIN;
  }

  public int mostLeaderChanges() {
    return mostLeaderChanges;
  }

  public Set<Step> holds() {
    return holds;
  }

  public boolean heedsInterrupts() {
    return heedsInterrupts;
  }

  public Set<Defence> off() {
    return off;
  }
}

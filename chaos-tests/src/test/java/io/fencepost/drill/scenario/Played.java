package io.fencepost.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.fencepost.drill.DrillCluster;
import io.fencepost.drill.FaultNotAvailableException;
import io.fencepost.drill.check.Verdict.Status;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.report.Summary;
import io.fencepost.drill.workload.Defence;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Plays scenarios on one cluster of each store for all tests of this JVM, started when it is first
 * needed.
 */
final class Played {
  private static final Path DIRECTORY = Path.of("target", "drills").toAbsolutePath();

  private static final Map<Coordination, DrillCluster> CLUSTERS = new EnumMap<>(Coordination.class);

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> CLUSTERS.values().forEach(DrillCluster::close), "fencepost-drill-cluster"));
  }

  private Played() {}

  private static DrillCluster cluster(Coordination on) {
    return CLUSTERS.computeIfAbsent(
        on, key -> DrillCluster.start(key, DIRECTORY.resolve(key.toString())));
  }

  /** The drill itself: nothing is switched off, and nothing may be broken or unproven. */
  static void isValid(Coordination on, Scenario scenario) {
    Summary summary = play(on, scenario, Set.of());
    assertThat(summary.verdict().status()).as(summary.text()).isEqualTo(Status.VALID);
  }

  /** Nothing is broken, and nothing is proven. */
  static void isUnknown(Coordination on, Scenario scenario) {
    Summary summary = play(on, scenario, Set.of());
    assertThat(summary.verdict().status()).as(summary.text()).isEqualTo(Status.UNKNOWN);
  }

  /** The control: without these defences exactly these rules are broken. */
  static void breaks(Coordination on, Scenario scenario, Set<Defence> off, String... rules) {
    Summary summary = play(on, scenario, off);
    assertThat(summary.verdict().brokenRules()).as(summary.text()).containsExactlyInAnyOrder(rules);
  }

  private static Summary play(Coordination on, Scenario scenario, Set<Defence> off) {
    try {
      Summary summary = scenario.run(cluster(on), off);
      System.out.println(summary.text());
      return summary;
    } catch (FaultNotAvailableException e) {
      return abort(e.toString());
    }
  }
}

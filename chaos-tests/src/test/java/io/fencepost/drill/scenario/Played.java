package io.fencepost.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.fencepost.drill.DrillCluster;
import io.fencepost.drill.FaultNotAvailableException;
import io.fencepost.drill.check.Verdict.Status;
import io.fencepost.drill.report.Summary;
import io.fencepost.drill.workload.Defence;
import java.nio.file.Path;
import java.util.Set;

/** Plays scenarios on one cluster for all tests of this JVM, started when it is first needed. */
final class Played {
  private Played() {}

  private static final class Shared {
    static final DrillCluster CLUSTER =
        DrillCluster.start(Path.of("target", "drills").toAbsolutePath());

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(CLUSTER::close, "fencepost-drill-cluster"));
    }
  }

  /** The drill itself: nothing is switched off, and nothing may be broken or unproven. */
  static void isValid(Scenario scenario) {
    Summary summary = play(scenario, Set.of());
    assertThat(summary.verdict().status()).as(summary.text()).isEqualTo(Status.VALID);
  }

  /** Nothing is broken, and nothing is proven. */
  static void isUnknown(Scenario scenario) {
    Summary summary = play(scenario, Set.of());
    assertThat(summary.verdict().status()).as(summary.text()).isEqualTo(Status.UNKNOWN);
  }

  /** The control: without these defences exactly these rules are broken. */
  static void breaks(Scenario scenario, Set<Defence> off, String... rules) {
    Summary summary = play(scenario, off);
    assertThat(summary.verdict().brokenRules()).as(summary.text()).containsExactlyInAnyOrder(rules);
  }

  private static Summary play(Scenario scenario, Set<Defence> off) {
    try {
      Summary summary = scenario.run(Shared.CLUSTER, off);
      System.out.println(summary.text());
      return summary;
    } catch (FaultNotAvailableException e) {
      return abort(e.toString());
    }
  }
}

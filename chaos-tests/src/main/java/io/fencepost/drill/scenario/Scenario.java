package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillCluster;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.FaultEndedException;
import io.fencepost.drill.report.Summary;
import io.fencepost.drill.workload.Defence;
import java.util.Set;

/** A drill that can be played again and again. Stateless. */
public interface Scenario {
  /** How it is set up. */
  DrillPlan plan();

  /** Does the harm, and says what must be seen. What it injects, it heals. */
  void play(Drill drill);

  /**
   * Plays it on a cluster.
   *
   * @param off the defences that are switched off; none for the drill itself, some for its control
   */
  default Summary run(DrillCluster cluster, Set<Defence> off) {
    try (Drill drill = Drill.start(cluster, plan().without(off))) {
      try {
        play(drill);
      } catch (FaultEndedException e) {
        // The verdict says so too: nothing is proven.
        drill.giveUp();
      }
      return drill.judge();
    }
  }
}

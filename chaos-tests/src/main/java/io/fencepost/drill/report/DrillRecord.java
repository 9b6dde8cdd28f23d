package io.fencepost.drill.report;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.check.Checker;
import io.fencepost.drill.check.DrillFacts;
import io.fencepost.drill.check.Numbers;
import io.fencepost.drill.check.Verdict;
import io.fencepost.drill.history.DrillJson;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import java.nio.file.Path;

/** All that is needed to judge a drill, now or later, without running anything. */
public record DrillRecord(History history, GroundTruth truth, DrillFacts facts) {
  private static final String HISTORY = "history";
  private static final String TRUTH = "truth.json";

  /** Marks the directory of a drill. */
  public static final String FACTS = "facts.json";

  public DrillRecord {
    requireNonNull(history, "history is null");
    requireNonNull(truth, "truth is null");
    requireNonNull(facts, "facts is null");
  }

  /** Saves ground truth and facts beside the histories, which the processes wrote themselves. */
  public void save(Path directory) {
    DrillJson.save(directory.resolve(TRUTH), truth);
    DrillJson.save(directory.resolve(FACTS), facts);
  }

  /** Reads a saved drill. */
  public static DrillRecord load(Path directory) {
    return new DrillRecord(
        History.read(directory.resolve(HISTORY)),
        DrillJson.load(directory.resolve(TRUTH), GroundTruth.class),
        DrillJson.load(directory.resolve(FACTS), DrillFacts.class));
  }

  public Verdict judge() {
    return Checker.judge(history, truth, facts);
  }

  public Numbers numbers() {
    return Numbers.of(history, truth, facts);
  }
}

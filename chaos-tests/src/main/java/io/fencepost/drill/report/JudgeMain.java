package io.fencepost.drill.report;

import io.fencepost.drill.check.Verdict.Status;
import java.nio.file.Path;

/**
 * Judges a saved drill again, without running anything. Ends with 0 if it is valid, else with 1.
 */
public final class JudgeMain {
  private JudgeMain() {}

  /**
   * @param args the directory of the drill
   */
  public static void main(String[] args) {
    Path directory = Path.of(args[0]);
    Summary summary = Summary.save(DrillRecord.load(directory), directory);
    System.out.println(summary.text());
    System.exit(summary.verdict().status() == Status.VALID ? 0 : 1);
  }
}

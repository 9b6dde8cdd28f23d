package io.fencepost.drill.report;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.check.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What came of one drill of several.
 *
 * @param drill its name
 * @param store the store it was played on
 * @param status what it proves
 * @param took from its start to its verdict
 * @param figures in one line; why it was not run, if it was not
 * @param text all that there is to say
 * @param directory what it left; empty if it left nothing that can be judged
 */
public record DrillResult(
    String drill,
    String store,
    Status status,
    Duration took,
    String figures,
    String text,
    Optional<Path> directory) {
  /** A verdict, or none. */
  public enum Status {
    VALID,
    INVALID,
    UNKNOWN,
    /** Its fault cannot be had here. */
    NOT_RUN;

    private static Status of(Verdict.Status verdict) {
      return valueOf(verdict.name());
    }
  }

  public DrillResult {
    requireNonNull(drill, "drill is null");
    requireNonNull(store, "store is null");
    requireNonNull(status, "status is null");
    requireNonNull(took, "took is null");
    requireNonNull(figures, "figures is null");
    requireNonNull(text, "text is null");
    requireNonNull(directory, "directory is null");
  }

  /** It was judged. */
  public static DrillResult of(Summary summary, String store, Duration took) {
    return new DrillResult(
        summary.drill(),
        store,
        Status.of(summary.verdict().status()),
        took,
        summary.figures(),
        summary.text(),
        Optional.of(summary.directory()));
  }

  /** It could not be played to its end, which proves nothing. */
  public static DrillResult broken(String drill, String store, String why, Duration took) {
    return new DrillResult(drill, store, Status.UNKNOWN, took, why, why, Optional.empty());
  }

  public static DrillResult notRun(String drill, String store, String why) {
    return new DrillResult(drill, store, Status.NOT_RUN, Duration.ZERO, why, why, Optional.empty());
  }
}

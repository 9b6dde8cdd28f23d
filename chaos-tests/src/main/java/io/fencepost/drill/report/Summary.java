package io.fencepost.drill.report;

import io.fencepost.drill.check.Numbers;
import io.fencepost.drill.check.Verdict;
import io.fencepost.drill.check.Violation;
import io.fencepost.drill.history.DrillJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The verdict on a drill with its figures, as text and as JSON.
 *
 * @param directory where the drill left everything
 */
public record Summary(String drill, Verdict verdict, Numbers numbers, Path directory) {
  /** What goes into {@code summary.json}. */
  private record Json(
      String drill,
      Verdict.Status verdict,
      Numbers numbers,
      List<Violation> violations,
      List<String> unproven) {}

  /**
   * Judges a drill, and writes {@code summary.txt}, {@code summary.json} and {@code report.html}.
   */
  public static Summary save(DrillRecord record, Path directory) {
    Summary summary =
        new Summary(record.facts().drill(), record.judge(), record.numbers(), directory);
    summary.save();
    HtmlReport.save(record, summary);
    return summary;
  }

  private void save() {
    DrillJson.save(
        directory.resolve("summary.json"),
        new Json(drill, verdict.status(), numbers, verdict.violations(), verdict.unproven()));
    try {
      Files.writeString(directory.resolve("summary.txt"), text());
    } catch (IOException e) {
      throw new UncheckedIOException("could not write the summary of " + drill, e);
    }
  }

  /** For the console: one line for the verdict, one for the figures, then what is wrong. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(drill).append(": ").append(verdict.status().name().toLowerCase(Locale.ROOT));
    text.append("\n  ").append(figures()).append("\n  ").append(directory).append('\n');
    verdict.violations().forEach(violation -> text.append("  ").append(violation).append('\n'));
    verdict.unproven().forEach(why -> text.append("  unproven: ").append(why).append('\n'));
    return text.toString();
  }

  /** The numbers in one line. */
  String figures() {
    return numbers.due()
        + " due, "
        + numbers.results()
        + " results, "
        + numbers.nonRuns()
        + " explained non-runs, "
        + numbers.duplicates()
        + " duplicates, "
        + numbers.lost()
        + " lost, "
        + numbers.lateWritesRejected()
        + " late writes rejected, takeover "
        + (numbers.takeovers().isEmpty() ? "none" : times(numbers.takeovers()))
        + (numbers.resumptions().isEmpty()
            ? ""
            : ", next claim after healing " + times(numbers.resumptions()));
  }

  private static String times(List<Duration> times) {
    return times.stream().map(time -> time.toMillis() + " ms").collect(Collectors.joining(", "));
  }
}

package io.fencepost.drill.report;

import io.fencepost.drill.check.Violation;
import io.fencepost.drill.report.Timeline.Bar;
import io.fencepost.drill.report.Timeline.Lane;
import io.fencepost.drill.report.Timeline.Tick;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Locale;

/** The summary and the timeline as one HTML file that needs nothing else. */
final class HtmlReport {
  private static final int WIDTH = 1100;
  private static final int LANE = 62;
  private static final int LEFT = 50;
  private static final long SECOND = 1_000_000_000L;
  private static final String STYLE =
      """
      body { font: 14px sans-serif; margin: 2em; } pre { white-space: pre-wrap; }
      .valid { color: #2a7a2a } .invalid { color: #b00020 } .unknown { color: #a06000 }
      svg text { font: 11px sans-serif } .axis { stroke: #ddd }
      .fault { fill: #f3c0c0 } .term { fill: #c9d9ee } .run { fill: #7da7d9 }
      .ok { stroke: #2a7a2a } .fail { stroke: #b00020 } .info { stroke: #888 }
      .ok, .fail, .info { stroke-width: 3 }
      """;

  private final StringBuilder html = new StringBuilder();
  private final Timeline timeline;

  private HtmlReport(Timeline timeline) {
    this.timeline = timeline;
  }

  /** Writes {@code report.html}. */
  static void save(DrillRecord record, Summary summary) {
    String page = new HtmlReport(Timeline.of(record)).page(summary);
    try {
      Files.writeString(summary.directory().resolve("report.html"), page);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write the report of " + summary.drill(), e);
    }
  }

  private String page(Summary summary) {
    String verdict = summary.verdict().status().name().toLowerCase(Locale.ROOT);
    String title = escaped(summary.drill());
    html.append("<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>").append(title);
    html.append("</title><style>\n").append(STYLE).append("</style><h1>").append(title);
    html.append(": <span class=\"").append(verdict).append("\">").append(verdict);
    html.append("</span></h1><p>").append(escaped(summary.figures())).append("</p>\n");
    drawing();
    html.append("<p>Bars: terms, runs with their tokens; shaded: faults; ticks: writes, accepted")
        .append(" (green), refused (red), unknown (grey). Point at one for its event.</p>\n");
    for (Violation violation : summary.verdict().violations()) {
      html.append("<pre class=\"invalid\">").append(escaped(violation.toString())).append("</pre>");
    }
    for (String why : summary.verdict().unproven()) {
      html.append("<pre class=\"unknown\">unproven: ").append(escaped(why)).append("</pre>");
    }
    return html.append("</html>\n").toString();
  }

  private void drawing() {
    int height = timeline.lanes().size() * LANE + 20;
    html.append("<svg width=\"").append(LEFT + WIDTH + 10).append("\" height=\"").append(height);
    html.append("\">\n");
    for (long second = 0; second * SECOND <= timeline.nanos(); second++) {
      double x = x(second * SECOND);
      line("axis", x, 0, height - 20, "");
      text(x, height - 6, second + " s");
    }
    int top = 0;
    for (Lane lane : timeline.lanes()) {
      lane(lane, top);
      top += LANE;
    }
    html.append("</svg>\n");
  }

  private void lane(Lane lane, int top) {
    text(4, top + LANE / 2.0, lane.name());
    lane.faults().forEach(bar -> bar("fault", bar, top + 2, LANE - 4, ""));
    lane.terms().forEach(bar -> bar("term", bar, top + 8, 16, bar.label()));
    lane.runs().forEach(bar -> bar("run", bar, top + 28, 16, bar.label()));
    for (Tick write : lane.writes()) {
      String kind = write.answer().name().toLowerCase(Locale.ROOT);
      line(kind, x(write.at()), top + 47, top + 57, write.details());
    }
  }

  private double x(long nanos) {
    return LEFT + (double) WIDTH * nanos / Math.max(1, timeline.nanos());
  }

  private void bar(String kind, Bar bar, int y, int height, String label) {
    double width = Math.max(2, x(bar.to()) - x(bar.from()));
    html.append("<rect class=\"").append(kind).append("\" x=\"").append(x(bar.from()));
    html.append("\" y=\"").append(y).append("\" width=\"").append(width).append("\" height=\"");
    html.append(height).append("\"><title>").append(escaped(bar.details()));
    html.append("</title></rect>\n");
    if (width > 7.0 * label.length()) {
      text(x(bar.from()) + 3, y + 12, label);
    }
  }

  private void line(String kind, double x, int from, int to, String details) {
    html.append("<line class=\"").append(kind).append("\" x1=\"").append(x).append("\" x2=\"");
    html.append(x).append("\" y1=\"").append(from).append("\" y2=\"").append(to);
    html.append("\"><title>").append(escaped(details)).append("</title></line>\n");
  }

  private void text(double x, double y, String text) {
    html.append("<text x=\"").append(x).append("\" y=\"").append(y).append("\">");
    html.append(escaped(text)).append("</text>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}

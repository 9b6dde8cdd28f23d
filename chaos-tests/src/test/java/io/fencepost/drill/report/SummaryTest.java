package io.fencepost.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.drill.check.DrillFacts;
import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.check.Verdict.Status;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SummaryTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong nanos = new AtomicLong();
  @TempDir Path directory;

  @BeforeEach
  void aRunIsRefusedUnderAFault() {
    try (HistoryWriter n1 =
        new HistoryWriter(
            directory.resolve("history/n1-1.jsonl"),
            "n1",
            new UUID(0, 1),
            Clock.fixed(NOW, ZoneOffset.UTC),
            () -> nanos.addAndGet(SECOND))) {
      n1.write(Draft.of(Kind.PROCESS_STARTED));
      n1.write(Draft.of(Kind.TERM_STARTED).job("settlement").term(3));
      n1.write(run(Kind.HANDLER_STARTED));
      n1.write(run(Kind.WRITE_ANSWERED).answer(Answer.FAIL).step("audit").text("stale & late"));
      n1.write(run(Kind.HANDLER_ENDED).answer(Answer.FAIL));
      n1.write(Draft.of(Kind.TERM_ENDED).job("settlement").term(3));
    }
  }

  @Test
  void aTimeline_hasALaneForEachProcess_withWhatItDid() {
    Timeline timeline = Timeline.of(saved());
    assertThat(timeline.nanos()).isEqualTo(5 * SECOND);
    Timeline.Lane lane = timeline.lanes().get(0);
    assertThat(lane.name()).isEqualTo("n1");
    assertThat(lane.terms()).singleElement().matches(t -> t.label().equals("term 3"));
    assertThat(lane.terms()).singleElement().matches(t -> t.from() == SECOND);
    assertThat(lane.terms()).singleElement().matches(t -> t.to() == 5 * SECOND);
    assertThat(lane.runs()).singleElement().matches(r -> r.label().equals("812"));
    assertThat(lane.writes()).singleElement().matches(w -> w.answer() == Answer.FAIL);
    assertThat(lane.faults()).singleElement().matches(f -> f.to() == 4 * SECOND);
  }

  @Test
  void aSavedDrill_isJudgedAgain_andReportedWhole() {
    saved().save(directory);
    Summary summary = Summary.save(DrillRecord.load(directory), directory);
    assertThat(summary.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(summary.verdict().brokenRules()).containsExactlyInAnyOrder("S7", "L1");
    assertThat(summary.text()).contains("a-drill: invalid", "1 late writes rejected", "L1");
    assertThat(directory.resolve("summary.json")).content().contains("\"verdict\" : \"INVALID\"");
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("<svg", "stale &amp; late", "term 3")
        .doesNotContain("stale & late");
  }

  private DrillRecord saved() {
    FaultFacts fault =
        new FaultFacts(
            "SIGSTOP n1",
            "n1",
            Optional.of("settlement"),
            3 * SECOND,
            5 * SECOND,
            true,
            Takeover.REQUIRED,
            Duration.ofSeconds(6));
    return new DrillRecord(
        History.read(directory.resolve("history")),
        new GroundTruth(List.of(), Map.of(), List.of()),
        new DrillFacts(
            "a-drill",
            List.of(new JobFacts("settlement", List.of())),
            List.of(fault),
            List.of(),
            NOW,
            NOW,
            Duration.ofSeconds(10),
            1,
            List.of()));
  }

  private static Draft run(Kind kind) {
    return Draft.of(kind)
        .job("settlement")
        .occurrence(NOW)
        .attempt(1)
        .token(new FenceToken(0, 812));
  }
}

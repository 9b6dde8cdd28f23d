package io.fencepost.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FenceToken;
import io.fencepost.JobDefinition;
import io.fencepost.RunReason;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LedgerJsonTest {
  private static final Instant NOW = Instant.parse("2026-08-16T00:00:00.5Z");
  private static final OffsetDateTime DUE = OffsetDateTime.parse("2026-08-16T02:00:00+08:00");
  private static final JobState STATE =
      new JobState(
          new TermRecord(7, "n1", "p", "/c"),
          2,
          NOW,
          Optional.of(
              CurrentRun.first(DUE, RunReason.MISFIRE, NOW)
                  .withToken(new FenceToken(2, 812))
                  .failed()
                  .lost()
                  .waiting(NOW.plusSeconds(1))
                  .withVerdict(Outcome.TIMED_OUT)),
          Optional.of(NOW.plusSeconds(9)),
          42,
          "nonce");

  @Test
  void state_writtenAndRead_isTheSame() {
    assertThat(LedgerJson.readState(LedgerJson.write(STATE))).isEqualTo(STATE);
    JobState bare = STATE.withCurrent(Optional.empty()).withNext(Optional.empty());
    assertThat(LedgerJson.readState(LedgerJson.write(bare))).isEqualTo(bare);
  }

  @Test
  void state_withUnknownField_isRead() {
    String newer = LedgerJson.write(STATE).replace("{\"format\":1", "{\"format\":1,\"new\":3");

    assertThat(LedgerJson.readState(newer)).isEqualTo(STATE);
  }

  @Test
  void state_ofNewerFormat_isRefused() {
    String newer = LedgerJson.write(STATE).replace("\"format\":1", "\"format\":2");

    assertThatThrownBy(() -> LedgerJson.readState(newer))
        .isInstanceOf(LedgerFormatException.class)
        .hasMessageContaining("format 2");
  }

  @Test
  void state_thatIsNotOne_isRefused() {
    for (String text : List.of("", "{", "[]", "{\"format\":1}", "{\"format\":1,\"term\":5}")) {
      assertThatThrownBy(() -> LedgerJson.readState(text))
          .describedAs(text)
          .isInstanceOf(LedgerFormatException.class);
    }
  }

  @Test
  void run_writtenAndRead_isTheSameButForLongTexts() {
    RunRecord run =
        new RunRecord(
            3,
            Outcome.FAILED,
            DUE,
            DUE,
            1,
            2,
            Optional.of(new FenceToken(0, 9)),
            "n1",
            "why",
            Optional.of(NOW),
            NOW,
            Optional.of("x".repeat(70_000)));

    RunRecord read = LedgerJson.readRun(LedgerJson.write(run));

    assertThat(read.fence()).isEqualTo(run.fence());
    assertThat(read.error().orElseThrow())
        .hasSizeLessThan(LedgerJson.LONGEST_TEXT + 100)
        .endsWith("(cut, was 70000 characters)");
  }

  @Test
  void definition_writtenAndRead_isTheSame() {
    StoredDefinition definition =
        new StoredDefinition(
            3,
            new FixedDelay(Duration.ofSeconds(5)),
            new TreeMap<>(Map.of("misfire", "skip", "overlap", "queue")),
            NOW,
            List.of(new StoredDefinition.Earlier(new FixedRate(NOW, Duration.ofMinutes(1)), NOW)));

    assertThat(DefinitionJson.read(DefinitionJson.write(definition))).isEqualTo(definition);
  }

  @Test
  void timetable_ofReplacedSchedule_keepsTheEarlierOneUpToTheChange() {
    Instant anchor = Instant.parse("2026-08-16T00:00:00Z");
    StoredDefinition before =
        StoredDefinition.first(
            JobDefinition.builder("job", new FixedRate(anchor, Duration.ofMinutes(10))).build(),
            anchor);
    JobDefinition changed =
        JobDefinition.builder("job", new FixedRate(anchor, Duration.ofMinutes(15)))
            .version(2)
            .build();
    Instant changedAt = anchor.plus(Duration.ofMinutes(20));

    Timetable timetable =
        before
            .replacedBy(changed, anchor.plus(Duration.ofMinutes(5)), changedAt)
            .timetable()
            .orElseThrow();

    assertThat(minutesAfter(timetable, anchor.plus(Duration.ofMinutes(5)), 4))
        .containsExactly(10L, 20L, 30L, 45L);
  }

  private static List<Long> minutesAfter(Timetable timetable, Instant start, int count) {
    List<Long> minutes = new java.util.ArrayList<>();
    Instant from = start;
    for (int i = 0; i < count; i++) {
      from = timetable.next(from).orElseThrow().toInstant();
      minutes.add(from.getEpochSecond() / 60 % 60);
    }
    return minutes;
  }
}

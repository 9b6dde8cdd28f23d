package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fencepost.FenceToken;
import io.fencepost.JobKey;
import io.fencepost.Occurrence;
import io.fencepost.RunReason;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EventLogTest {
  private static final Instant NOW = Instant.parse("2026-08-16T00:00:00Z");

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.fencepost.events");
  private final EventLog log = new EventLog("n1");

  @BeforeEach
  void attach() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void detach() {
    logger.detachAppender(lines);
  }

  private Level levelOf(Outcome outcome, String reason, Optional<String> error) {
    RunRecord run =
        new RunRecord(
            1,
            outcome,
            NOW.atOffset(ZoneOffset.UTC),
            NOW.atOffset(ZoneOffset.UTC),
            1,
            1,
            Optional.empty(),
            "n1",
            reason,
            Optional.empty(),
            NOW,
            error);
    log.on(new SchedulerEvent.Recorded(NOW, JobKey.of("job"), run));
    return lines.list.get(lines.list.size() - 1).getLevel();
  }

  private Level sinkIsDown() {
    return levelOf(Outcome.RELEASED, "sink 'db' could not be sealed", Optional.of("refused"));
  }

  @Test
  void sinkThatStaysDown_isOneWarning_untilARunSucceeds() {
    assertThat(sinkIsDown()).isEqualTo(Level.WARN);
    assertThat(sinkIsDown()).isEqualTo(Level.INFO);
    assertThat(levelOf(Outcome.SUCCEEDED, "finished", Optional.empty())).isEqualTo(Level.INFO);
    assertThat(sinkIsDown()).isEqualTo(Level.WARN);
    assertThat(lines.list.get(0).getFormattedMessage())
        .contains("recorded: RELEASED: sink 'db' could not be sealed: refused");
  }

  @Test
  void everyOccurrenceThatFailsForGood_isAWarning() {
    for (Outcome outcome : new Outcome[] {Outcome.FAILED, Outcome.TIMED_OUT, Outcome.ABANDONED}) {
      assertThat(levelOf(outcome, "why", Optional.of("no"))).isEqualTo(Level.WARN);
      assertThat(levelOf(outcome, "why", Optional.of("no"))).isEqualTo(Level.WARN);
    }
  }

  @Test
  void runGivenBackAtAStop_isNoWarning() {
    assertThat(levelOf(Outcome.RELEASED, "the scheduler stops", Optional.empty()))
        .isEqualTo(Level.INFO);
  }

  @Test
  void occurrence_isSpeltInOneWay() {
    Occurrence occurrence = new Occurrence(JobKey.of("job"), NOW.atOffset(ZoneOffset.UTC));
    log.on(
        new SchedulerEvent.Claimed(
            NOW, occurrence, 1, new FenceToken(0, 7), RunReason.SCHEDULED, "nonce", 0));
    levelOf(Outcome.SUCCEEDED, "finished", Optional.empty());
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .allMatch(line -> line.contains(" occurrence=" + occurrence + " "));
  }

  @Test
  void durations_areWrittenForPeople() {
    log.on(new SchedulerEvent.Enrolled(NOW, "0x1", Duration.ofMillis(4500)));
    assertThat(lines.list.get(0).getFormattedMessage()).endsWith("lease 4.5 s");
  }
}

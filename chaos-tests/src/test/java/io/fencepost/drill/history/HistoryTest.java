package io.fencepost.drill.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.JobKey;
import io.fencepost.Occurrence;
import io.fencepost.RunReason;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final JobKey JOB = JobKey.of("settlement");
  private static final Occurrence OCCURRENCE =
      new Occurrence(JOB, OffsetDateTime.parse("2026-01-02T11:04:00+08:00"));

  private final AtomicLong nanos = new AtomicLong();
  @TempDir Path directory;

  @Test
  void whatIsWritten_isReadBack() {
    Draft full =
        Draft.of(Kind.CLAIMED)
            .occurrence(OCCURRENCE)
            .attempt(2)
            .token(new FenceToken(1, 812))
            .nonce("f00d")
            .term(7)
            .step("merchant-1")
            .deadlineNanos(42)
            .checkedNanos(-1)
            .answer(Answer.INFO)
            .text("two\nlines");
    HistoryEvent written;
    HistoryEvent bare;
    try (HistoryWriter writer = writer("n1")) {
      written = writer.write(full);
      bare = writer.write(Draft.of(Kind.PROCESS_STARTED));
    }
    assertThat(History.read(directory).events()).containsExactly(written, bare);
    assertThat(written.occurrence()).contains(Instant.parse("2026-01-02T03:04:00Z"));
  }

  @Test
  void aLineIsInTheFile_beforeTheWriterIsClosed() {
    try (HistoryWriter writer = writer("n1")) {
      writer.write(Draft.of(Kind.PROCESS_STARTED));
      assertThat(History.readFile(directory.resolve("n1.jsonl"))).hasSize(1);
    }
  }

  @Test
  void anInterruptedThread_writesToo() {
    try (HistoryWriter writer = writer("n1")) {
      Thread.currentThread().interrupt();
      writer.write(Draft.of(Kind.STEP));
      assertThat(Thread.interrupted()).isTrue();
      writer.write(Draft.of(Kind.STEP));
      assertThat(History.read(directory).events()).hasSize(2);
    }
  }

  @Test
  void aLineThatAKilledProcessLeftHalfWritten_isLeftOut() throws IOException {
    try (HistoryWriter writer = writer("n1")) {
      writer.write(Draft.of(Kind.PROCESS_STARTED));
    }
    Files.writeString(
        directory.resolve("n1.jsonl"), "{\"node\":\"n1\",\"pro", StandardOpenOption.APPEND);
    assertThat(History.read(directory).events()).hasSize(1);
  }

  @Test
  void historiesOfSeveralProcesses_areMergedByTheMonotonicClock() {
    try (HistoryWriter one = writer("n1");
        HistoryWriter two = writer("n2")) {
      one.write(Draft.of(Kind.PROCESS_STARTED));
      two.write(Draft.of(Kind.PROCESS_STARTED));
      one.write(Draft.of(Kind.PROCESS_ENDING));
    }
    assertThat(History.read(directory).events())
        .extracting(HistoryEvent::node)
        .containsExactly("n1", "n2", "n1");
  }

  @Test
  void aDirectoryThatIsNotThere_isAnEmptyHistory() {
    assertThat(History.read(directory.resolve("none")).events()).isEmpty();
  }

  @Test
  void everySchedulerEvent_hasALine() {
    try (HistoryWriter writer = writer("n1")) {
      HistoryListener listener = new HistoryListener(writer);
      oneOfEach().forEach(listener::on);
    }
    assertThat(History.read(directory).events())
        .extracting(HistoryEvent::kind)
        .containsExactly(
            Kind.ENROLLED,
            Kind.LEASE_RENEWED,
            Kind.LEASE_LOST,
            Kind.DEGRADED,
            Kind.STOOD,
            Kind.TERM_STARTED,
            Kind.TERM_ENDED,
            Kind.CLAIMED,
            Kind.HANDLER_STARTED,
            Kind.HANDLER_ENDED,
            Kind.STALE_WRITE,
            Kind.RECORDED,
            Kind.DOMAIN_ALARM,
            Kind.RESIGNED);
    assertThat(oneOfEach().stream().map(Object::getClass).distinct())
        .hasSize(SchedulerEvent.class.getPermittedSubclasses().length);
  }

  @Test
  void aGroundTruth_isSavedAndLoaded() {
    GroundTruth truth =
        new GroundTruth(
            List.of(
                new SinkWrite(
                    1,
                    SinkWrite.Kind.EFFECT,
                    "postgres",
                    JOB.toString(),
                    OCCURRENCE.instant(),
                    "charge",
                    new FenceToken(0, 812),
                    "n1",
                    new UUID(0, 1),
                    NOW)),
            Map.of(JOB.toString(), new FenceToken(0, 812)),
            List.of(
                new LedgerChange.CandidateStood(1, JOB.toString(), "c1"),
                new LedgerChange.StateWritten(2, JOB.toString(), "{}"),
                new LedgerChange.RunRecorded(3, JOB.toString(), LedgerJson.write(record())),
                new LedgerChange.CandidateGone(4, JOB.toString(), "c1")));
    Path file = directory.resolve("truth.json");
    DrillJson.save(file, truth);
    assertThat(DrillJson.load(file, GroundTruth.class)).isEqualTo(truth);
  }

  private HistoryWriter writer(String node) {
    return new HistoryWriter(
        directory.resolve(node + ".jsonl"),
        node,
        UUID.nameUUIDFromBytes(new byte[] {(byte) node.hashCode()}),
        Clock.fixed(NOW, ZoneOffset.UTC),
        nanos::incrementAndGet);
  }

  private static RunRecord record() {
    return new RunRecord(
        3,
        Outcome.SUCCEEDED,
        OCCURRENCE.scheduledFor(),
        OCCURRENCE.scheduledFor(),
        1,
        1,
        Optional.of(new FenceToken(0, 812)),
        "n1",
        "the handler returned",
        Optional.of(NOW),
        NOW,
        Optional.empty());
  }

  private static List<SchedulerEvent> oneOfEach() {
    FenceToken fence = new FenceToken(0, 812);
    FenceToken mark = new FenceToken(0, 900);
    return List.of(
        new SchedulerEvent.Enrolled(NOW, "0x1", Duration.ofSeconds(4)),
        new SchedulerEvent.LeaseRenewed(NOW, "0x1", 42),
        new SchedulerEvent.LeaseLost(NOW, "0x1", "deadline"),
        new SchedulerEvent.NodeDegraded(NOW, "clock skew"),
        new SchedulerEvent.Stood(NOW, JOB, "c1"),
        new SchedulerEvent.TermStarted(NOW, JOB, 7, "c1"),
        new SchedulerEvent.TermEnded(NOW, JOB, 7, "superseded"),
        new SchedulerEvent.Claimed(NOW, OCCURRENCE, 1, fence, RunReason.SCHEDULED, "f00d", 41),
        new SchedulerEvent.HandlerStarted(NOW, OCCURRENCE, 1, fence, 41),
        new SchedulerEvent.HandlerEnded(NOW, OCCURRENCE, 1, fence, Optional.of("no")),
        new SchedulerEvent.StaleWriteRejected(NOW, OCCURRENCE, fence, mark, "postgres"),
        new SchedulerEvent.Recorded(NOW, JOB, record()),
        new SchedulerEvent.TokenDomainAlarm(NOW, OCCURRENCE, fence, mark, "postgres"),
        new SchedulerEvent.Resigned(NOW, JOB, "no worker"));
  }
}

package io.fencepost.drill.check;

import io.fencepost.FenceToken;
import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.Forgotten;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.check.DrillFacts.Need;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.LedgerChange;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.TermRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Tells a fixture history step by step, each step into history and ground truth at once, 100 ms
 * apart. The job {@code settlement} is due every minute from {@link #due}{@code (0)} on.
 */
final class Story {
  static final String JOB = "settlement";
  private static final Instant START = Instant.parse("2026-01-02T03:04:00Z");
  private static final Duration STEP = Duration.ofMillis(100);

  final List<HistoryEvent> events = new ArrayList<>();
  final List<SinkWrite> writes = new ArrayList<>();
  final List<LedgerChange> ledger = new ArrayList<>();
  final List<FaultFacts> faults = new ArrayList<>();
  final List<Forgotten> forgotten = new ArrayList<>();
  final List<Need> needs = new ArrayList<>();
  final Map<String, StoryNode> nodes = new LinkedHashMap<>();

  Instant now = START.plusSeconds(1);
  Instant cursor = START;
  Optional<CurrentRun> current = Optional.empty();
  TermRecord term = new TermRecord(0, "nobody", "none", "none");
  long order = 100;
  long records;
  int lastDue = 2;
  int mostLeaderChanges = 1;

  /** The n-th instant at which the job is due. */
  static Instant due(int n) {
    return START.plus(Duration.ofMinutes(n + 1));
  }

  StoryNode node(String name) {
    return nodes.computeIfAbsent(name, n -> new StoryNode(this, n));
  }

  /** Time passes until just after the job is due. */
  Story until(Instant at) {
    now = at.plus(STEP);
    return this;
  }

  Story pass(Duration time) {
    now = now.plus(time);
    return this;
  }

  HistoryEvent tell(String node, UUID process, Draft draft) {
    HistoryEvent event = draft.stamped(node, process, now, nanos());
    events.add(event);
    now = now.plus(STEP);
    return event;
  }

  long nanos() {
    return nanos(now);
  }

  static long nanos(Instant at) {
    return Duration.between(START, at).toNanos();
  }

  /** A fault that holds from now to half a second later. */
  void fault(String target, Takeover takeover, Duration bound) {
    fault(target, takeover, bound, true);
  }

  void fault(String target, Takeover takeover, Duration bound, boolean tookHold) {
    long end = nanos() + Duration.ofMillis(500).toNanos();
    faults.add(
        new FaultFacts(
            "SIGSTOP " + target,
            target,
            Optional.of(JOB),
            nanos(),
            end,
            tookHold,
            takeover,
            bound));
  }

  /** What the store holds at some time. */
  record Backup(
      long nanos,
      List<LedgerChange> ledger,
      Instant cursor,
      Optional<CurrentRun> current,
      TermRecord term,
      long order,
      long records) {}

  Backup backup() {
    return new Backup(nanos(), List.copyOf(ledger), cursor, current, term, order, records);
  }

  /** The store forgets what it was told since then, and its numbers begin to repeat. */
  void restore(Backup backup) {
    forgotten.add(new Forgotten(backup.nanos(), nanos()));
    ledger.clear();
    ledger.addAll(backup.ledger());
    cursor = backup.cursor();
    current = backup.current();
    term = backup.term();
    order = backup.order();
    records = backup.records();
    pass(STEP);
  }

  FenceToken token() {
    return current.flatMap(CurrentRun::token).orElseThrow();
  }

  DrillFacts facts() {
    return new DrillFacts(
        "a story",
        List.of(new JobFacts(JOB, IntStream.range(0, 10).mapToObj(Story::due).toList())),
        faults,
        forgotten,
        START,
        due(lastDue),
        Duration.ofSeconds(20),
        mostLeaderChanges,
        needs);
  }

  Verdict verdict() {
    GroundTruth truth = new GroundTruth(writes, Map.of(), ledger);
    return Checker.judge(History.merged(events), truth, facts());
  }

  /** Three occurrences: one by n1, one that n2 takes over from it, one by n2. */
  static Story good() {
    Story story = new Story();
    StoryNode n1 = story.node("n1").enrols().renews(due(1).plusSeconds(2)).stands();
    StoryNode n2 = story.node("n2").enrols().renews(due(9)).stands();
    n1.takesOffice();
    story.until(due(0));
    n1.claims(due(0)).starts().writes().records();
    story.until(due(1));
    n1.claims(due(1)).starts();
    story.fault("n1", Takeover.REQUIRED, Duration.ofSeconds(5));
    story.pass(Duration.ofSeconds(4));
    n1.vanishes();
    n2.takesOffice().claims(due(1)).starts().writes().records();
    story.until(due(2));
    n2.claims(due(2)).starts().writes().records();
    return story;
  }
}

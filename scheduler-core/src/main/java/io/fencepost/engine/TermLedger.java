package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The ledger of one job as its term knows it: what the term wrote last, and the writes that follow
 * from there, each on condition of the version before. Engine thread only.
 */
final class TermLedger {
  /** Told when a write shows that the office is over, or cannot be carried out. */
  interface Watch {
    /** Another node has taken office, or the candidate is gone. */
    void superseded(String why);

    /** A write has been without effect for so long. */
    void blocked(Duration since, String why);
  }

  /** What a write needs to be applied, beside the version. */
  enum Condition {
    /** The candidate is in line: for what opens something new. */
    IN_OFFICE,
    /** Nobody has taken office since: enough for the end of a run. */
    NOT_SUPERSEDED
  }

  interface Committed {
    void with(long token);
  }

  private static final int TRIM_EVERY = 16;

  private final JobConfig config;
  private final JobActions actions;
  private final LedgerWriter writer;
  private final Candidate candidate;
  private final Watch watch;
  private JobState state;
  private long version;
  private long recordsAtTrim;

  TermLedger(
      JobConfig config,
      JobActions actions,
      LedgerWriter writer,
      Candidate candidate,
      TakeOffice.Write office,
      long version,
      Watch watch) {
    this.config = config;
    this.actions = actions;
    this.writer = writer;
    this.candidate = candidate;
    this.watch = watch;
    this.state = office.state();
    this.version = version;
    this.recordsAtTrim = state.records();
  }

  JobState state() {
    return state;
  }

  /** The claim at work. */
  CurrentRun current() {
    return state
        .current()
        .orElseThrow(() -> new IllegalStateException("job " + config.key() + " has no claim"));
  }

  /** Whether a write is under way. */
  boolean busy() {
    return writer.busy();
  }

  /** What the claim's own write could not contain. */
  void adopt(CurrentRun claimed) {
    state = state.withCurrent(Optional.of(claimed));
  }

  void write(JobState next, List<RunRecord> records, Condition condition, Committed committed) {
    JobState numbered = numbered(next, records);
    writer.submit(
        ledgerWrite(numbered, records, condition),
        numbered.nonce(),
        new LedgerWriter.Listener() {
          @Override
          public void committed(long newVersion, long token) {
            version = newVersion;
            state = numbered;
            records.forEach(TermLedger.this::emitRecorded);
            trim();
            committed.with(token);
          }

          @Override
          public void superseded(String why) {
            watch.superseded(why);
          }

          @Override
          public void overtaken(String why) {
            records.forEach(TermLedger.this::emitRecorded);
            watch.superseded(why);
          }

          @Override
          public void blocked(Duration since, String why) {
            watch.blocked(since, "cannot write: " + why);
          }
        });
  }

  /** One try, after the office was lost; whatever comes of it, {@code done} is called. */
  void tryToWrite(JobState next, RunRecord ending, Runnable done) {
    List<RunRecord> records = List.of(ending);
    actions.write(
        ledgerWrite(numbered(next, records), records, Condition.NOT_SUPERSEDED),
        outcome -> {
          if (outcome instanceof WriteOutcome.Granted) {
            emitRecorded(ending);
          }
          done.run();
        });
  }

  private JobState numbered(JobState next, List<RunRecord> records) {
    return next.withRecords(state.records() + records.size()).withNonce(actions.nonce());
  }

  private LedgerWrite ledgerWrite(JobState next, List<RunRecord> records, Condition condition) {
    return new LedgerWrite(
        config.key(),
        condition == Condition.IN_OFFICE ? Optional.of(candidate) : Optional.empty(),
        candidate.guid(),
        false,
        OptionalLong.of(version),
        LedgerJson.write(next),
        Optional.empty(),
        records.stream().map(r -> new RunEntry(r.number(), LedgerJson.write(r))).toList());
  }

  private void emitRecorded(RunRecord written) {
    actions.emit(new SchedulerEvent.Recorded(actions.now(), config.key(), written));
  }

  private void trim() {
    if (state.records() - recordsAtTrim >= TRIM_EVERY) {
      recordsAtTrim = state.records();
      actions.trimRuns(candidate.guid(), state.records() - config.definition().keepRuns());
    }
  }

  // Records ------------------------------------------------------------------------------------

  /** What the next record says of the claim {@code of}. */
  RunRecord record(Outcome outcome, CurrentRun of, String why, Optional<String> error) {
    return new RunRecord(
        state.records(),
        outcome,
        of.occurrence(),
        of.occurrence(),
        1,
        of.attempt(),
        of.token(),
        config.node().id(),
        why,
        Optional.of(of.claimedAt()),
        actions.now(),
        error);
  }

  RunRecord record(RunEnds.End end) {
    return record(end.outcome(), current(), end.why(), end.error());
  }

  /**
   * What a record says of occurrences that are not run.
   *
   * @param place its place among the records of one write
   */
  RunRecord record(Plan.NonRun nonRun, int place) {
    return new RunRecord(
        state.records() + place,
        nonRun.outcome(),
        nonRun.from(),
        nonRun.to(),
        nonRun.count(),
        0,
        Optional.empty(),
        config.node().id(),
        nonRun.why(),
        Optional.empty(),
        actions.now(),
        Optional.empty());
  }
}

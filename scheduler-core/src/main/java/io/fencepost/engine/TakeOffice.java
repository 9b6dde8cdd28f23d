package io.fencepost.engine;

import io.fencepost.FenceToken;
import io.fencepost.JobDefinition;
import io.fencepost.RunReason;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.DefinitionJson;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerFormatException;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.StoredDefinition;
import io.fencepost.ledger.TermRecord;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.StoredState;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The first act of a leader: what it writes, given what it read. Being first in line is a belief
 * that two nodes can hold at once; this write, on condition of the version read, is what ends the
 * older term.
 */
sealed interface TakeOffice {
  /** The write to make. Once committed, {@code state} and {@code definition} are the term's. */
  record Write(LedgerWrite write, JobState state, StoredDefinition definition)
      implements TakeOffice {}

  /** This node must not decide about the job. */
  record Refrain(String why) implements TakeOffice {}

  static TakeOffice decide(
      JobConfig config, Candidate candidate, ReadOutcome.Read read, String nonce, Instant now) {
    try {
      Optional<StoredDefinition> recorded = read.definition().map(DefinitionJson::read);
      JobDefinition mine = config.definition();
      if (recorded.filter(d -> d.version() > mine.version()).isPresent()) {
        return new Refrain(
            "the ledger has version "
                + recorded.get().version()
                + " of its definition, this node has version "
                + mine.version());
      }
      JobState before = read.state().map(stored -> inherited(stored)).orElseGet(() -> fresh(now));
      JobState state =
          withNext(before, mine, now)
              .withTerm(term(config, candidate, before), epoch(config, before))
              .withNonce(nonce);
      StoredDefinition definition =
          recorded
              .map(d -> d.matches(mine) ? d : d.replacedBy(mine, before.cursor(), now))
              .orElseGet(() -> StoredDefinition.first(mine, now));
      boolean changed = recorded.filter(definition::equals).isEmpty();
      return new Write(
          new LedgerWrite(
              config.key(),
              Optional.of(candidate),
              candidate.guid(),
              true,
              read.state().map(s -> OptionalLong.of(s.version())).orElse(OptionalLong.empty()),
              LedgerJson.write(state),
              changed ? Optional.of(DefinitionJson.write(definition)) : Optional.empty(),
              List.of()),
          state,
          definition);
    } catch (LedgerFormatException e) {
      return new Refrain(String.valueOf(e.getMessage()));
    }
  }

  /** The state as it was found; a claim that the last write made gets that write's token. */
  private static JobState inherited(StoredState stored) {
    JobState state = LedgerJson.readState(stored.json());
    FenceToken token = new FenceToken(state.epoch(), stored.token());
    return state.withCurrent(
        state.current().map(c -> c.held() && c.token().isEmpty() ? c.withToken(token) : c));
  }

  /** A job that nobody led before is due from now on. */
  private static JobState fresh(Instant now) {
    return new JobState(
        new TermRecord(0, "", "", ""), 0, now, Optional.empty(), Optional.empty(), 0, "");
  }

  private static JobState withNext(JobState state, JobDefinition definition, Instant now) {
    if (!(definition.schedule() instanceof FixedDelay delay)) {
      return withoutNext(state, now);
    }
    return state.next().isPresent()
        ? state
        : state.withNext(Optional.of(delay.after(now, state.cursor())));
  }

  /** What a fixed delay had come due before the schedule was changed is still run. */
  private static JobState withoutNext(JobState state, Instant now) {
    Optional<Instant> due = state.next().filter(next -> !next.isAfter(now));
    JobState timetabled = state.withNext(Optional.empty());
    if (due.isEmpty() || state.current().isPresent()) {
      return timetabled;
    }
    OffsetDateTime at = due.get().atOffset(ZoneOffset.UTC);
    return timetabled
        .withCursor(due.get())
        .withCurrent(Optional.of(CurrentRun.due(at, RunReason.SCHEDULED, now)));
  }

  private static TermRecord term(JobConfig config, Candidate candidate, JobState before) {
    return new TermRecord(
        before.term().number() + 1,
        config.node().id(),
        config.node().process().toString(),
        candidate.path());
  }

  /**
   * The larger of configured and recorded, so that a rolling change of {@code fence-epoch} is safe.
   */
  private static long epoch(JobConfig config, JobState before) {
    return Math.max(config.settings().fenceEpoch(), before.epoch());
  }
}

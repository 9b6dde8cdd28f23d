package io.fencepost.engine;

import io.fencepost.FenceToken;
import io.fencepost.Occurrence;
import io.fencepost.RunReason;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * This node's office of one job: the only writer of its ledger, as long as it lasts. Engine thread
 * only.
 *
 * <p>Everything happens in {@link #advance}: after each event it looks at what is at hand (a write
 * under way, a run, the current claim, the schedule) and does the one thing that comes next. At
 * most one write and one run are under way at a time.
 */
final class Term {
  /** Who holds the candidate that this office rests on. */
  interface Owner {
    /** Another node has taken office, or the candidate is gone. */
    void over(String why);

    /** This node gives the job up. */
    void resign(String why, Duration cooldown);

    /** A write has been without effect for so long. */
    void resignIfTooLong(Duration since, String why);
  }

  private static final Duration CLOCK_CHECK = Duration.ofSeconds(30);
  private static final Duration STARVED_CHECK = Duration.ofMillis(250);
  private static final int TRIM_EVERY = 16;

  private final JobConfig config;
  private final JobActions actions;
  private final LedgerWriter writer;
  private final Candidate candidate;
  private final LeaseDeadline deadline;
  private final Owner owner;
  private final Optional<Planner> planner;
  private final BusyTimes busy = new BusyTimes();

  private JobState state;
  private long version;
  private Optional<Instant> busySince = Optional.empty();
  private Optional<Long> starvedSinceNanos = Optional.empty();
  private Optional<Long> unableSinceNanos = Optional.empty();
  private @Nullable LiveRun run;
  private @Nullable Runnable whenRunEnds;
  private Optional<String> leaving = Optional.empty();
  private long recordsAtTrim;
  private boolean alarmed;
  private boolean ended;

  Term(
      JobConfig config,
      JobActions actions,
      LedgerWriter writer,
      Candidate candidate,
      LeaseDeadline deadline,
      TakeOffice.Write office,
      long version,
      Owner owner) {
    this.config = config;
    this.actions = actions;
    this.writer = writer;
    this.candidate = candidate;
    this.deadline = deadline;
    this.owner = owner;
    this.planner = office.definition().timetable().map(t -> new Planner(config.definition(), t));
    this.state = office.state();
    this.version = version;
    this.recordsAtTrim = state.records();
  }

  long number() {
    return state.term().number();
  }

  // What comes next ----------------------------------------------------------------------------

  void advance() {
    if (ended || writer.busy()) {
      return;
    }
    LiveRun live = run;
    if (live != null) {
      live.result().ifPresent(result -> settle(live, result));
    } else if (leaving.isPresent()) {
      owner.resign(leaving.get(), Duration.ZERO);
    } else if (!alarmed) {
      Optional<CurrentRun> current = state.current();
      if (current.isPresent()) {
        resume(current.get());
      } else if (planner.isPresent()) {
        plan(planner.get());
      } else {
        awaitNext();
      }
    }
  }

  /** Claims nothing more, and resigns once a run that is under way has ended. */
  void stopClaiming(String why) {
    leaving = leaving.or(() -> Optional.of(why));
    advance();
  }

  /** Goes on with an occurrence that an earlier claim left open. */
  private void resume(CurrentRun current) {
    Instant now = actions.now();
    if (current.held()) {
      recover(current, now);
    } else if (current.waitUntil().orElseThrow().isAfter(now)) {
      dueIn(Duration.between(now, current.waitUntil().orElseThrow()));
    } else {
      claim(current.again(RunReason.RETRY, now), state.cursor(), List.of());
    }
  }

  /** The holder of the claim has vanished: claim it again, or find out whether it left a result. */
  private void recover(CurrentRun current, Instant now) {
    CurrentRun lost = current.lost();
    boolean over =
        switch (config.definition().onHolderLoss()) {
          case ABANDON -> true;
          case RETRY -> lost.losses() >= config.definition().maxHolderLosses();
        };
    CurrentRun next = over && lost.verdict().isEmpty() ? lost.withVerdict(Outcome.ABANDONED) : lost;
    RunRecord superseded =
        record(
            Outcome.SUPERSEDED, current, "its holder lost the lease or vanished", Optional.empty());
    claim(next.again(RunReason.RECOVERY, now), state.cursor(), List.of(superseded));
  }

  private void plan(Planner plans) {
    Instant now = actions.now();
    Plan plan = plans.plan(state.cursor(), busy, now);
    if (plan.isEmpty()) {
      busy.decidedUpTo(now);
      Optional<OffsetDateTime> next = plans.next(state.cursor());
      if (next.isPresent()) {
        dueIn(Duration.between(now, next.get().toInstant()));
      } else if (config.definition().schedule() instanceof FixedDelay) {
        // What an earlier schedule left is decided.
        awaitNext();
      }
      return;
    }
    List<RunRecord> nonRuns = new ArrayList<>();
    for (Plan.NonRun nonRun : plan.nonRuns()) {
      nonRuns.add(record(nonRun, state.records() + nonRuns.size(), now));
    }
    if (plan.run().isPresent()) {
      Plan.Due due = plan.run().get();
      claim(CurrentRun.first(due.at(), due.reason(), now), plan.cursor(), nonRuns);
    } else {
      write(
          state.withCursor(plan.cursor()),
          nonRuns,
          true,
          token -> {
            busy.decidedUpTo(state.cursor());
            advance();
          });
    }
  }

  private void awaitNext() {
    Instant now = actions.now();
    Instant next = state.next().orElse(now);
    if (next.isAfter(now)) {
      dueIn(Duration.between(now, next));
    } else {
      OffsetDateTime at = next.atOffset(ZoneOffset.UTC);
      claim(CurrentRun.first(at, RunReason.SCHEDULED, now), next, List.of());
    }
  }

  /** Wall clocks can be set: look again after a while however far ahead the instant is. */
  private void dueIn(Duration wait) {
    Duration delay = wait.compareTo(CLOCK_CHECK) < 0 ? wait : CLOCK_CHECK;
    actions.timer(JobActions.Timer.DUE, delay, this::advance);
  }

  // Claim and run ------------------------------------------------------------------------------

  private void claim(CurrentRun current, Instant cursor, List<RunRecord> records) {
    if (!actions.reserveWorker()) {
      starvedSinceNanos = Optional.of(starvedSinceNanos.orElse(actions.nanos()));
      if (!resignedAfter(starvedSinceNanos, "no worker was free")) {
        dueIn(STARVED_CHECK);
      }
      return;
    }
    starvedSinceNanos = Optional.empty();
    write(
        state.withCursor(cursor).withCurrent(Optional.of(current)),
        records,
        true,
        token -> claimed(current, new FenceToken(state.epoch(), token)));
  }

  private void claimed(CurrentRun current, FenceToken token) {
    CurrentRun mine = current.withToken(token);
    state = state.withCurrent(Optional.of(mine));
    busy.decidedUpTo(state.cursor());
    busySince = busySince.or(() -> Optional.of(actions.now()));
    Occurrence occurrence = new Occurrence(config.key(), mine.occurrence());
    actions.emit(
        new SchedulerEvent.Claimed(
            actions.now(), occurrence, mine.attempt(), token, mine.reason(), state.nonce()));
    start(new LiveRun(context(occurrence, mine, token)), mine);
  }

  private RunContextImpl context(Occurrence occurrence, CurrentRun current, FenceToken token) {
    return new RunContextImpl(
        config.settings().namespace(),
        config.node().id(),
        occurrence,
        current.attempt(),
        token,
        current.reason(),
        deadline,
        config.ticker(),
        config.definition().timeout().map(t -> actions.nanos() + t.toNanos()),
        new StopSignal());
  }

  private void start(LiveRun live, CurrentRun current) {
    run = live;
    boolean last = current.failures() + 1 >= config.definition().retry().maxAttempts();
    actions.start(
        live,
        new RunOrder(current.verdict().isEmpty(), last),
        result -> {
          live.ended(result);
          actions.emit(
              new SchedulerEvent.HandlerEnded(
                  actions.now(),
                  live.context.occurrence(),
                  live.context.attempt(),
                  live.context.fence(),
                  RunEnds.error(result)));
          runEnded();
        });
    if (run == live && live.result().isEmpty()) {
      config
          .definition()
          .timeout()
          .ifPresent(timeout -> actions.timer(JobActions.Timer.RUN, timeout, () -> timedOut(live)));
    }
  }

  private void runEnded() {
    actions.cancel(JobActions.Timer.RUN);
    Runnable afterEnd = whenRunEnds;
    if (afterEnd != null) {
      afterEnd.run();
    } else {
      advance();
    }
  }

  private void timedOut(LiveRun live) {
    if (run == live && live.result().isEmpty()) {
      live.stop(LiveRun.Stop.TIMED_OUT);
      actions.timer(JobActions.Timer.RUN, config.settings().stopGrace(), this::giveUpOnRun);
    }
  }

  void interrupt(LiveRun.Stop why) {
    if (run != null) {
      run.stop(why);
    }
  }

  /**
   * The run's thread does not end: leave it behind, and the job to another node, whose seal shuts
   * it out.
   */
  void giveUpOnRun() {
    LiveRun live = run;
    if (ended || live == null || live.result().isPresent() || writer.busy()) {
      return;
    }
    RunEnds.End end =
        live.stoppedFor(LiveRun.Stop.TIMED_OUT)
            ? RunEnds.stuck(config.definition(), current(), actions)
            : RunEnds.released(
                config.definition(),
                current(),
                live,
                actions.now(),
                "its thread did not end in time");
    write(
        apply(end),
        List.of(record(end.outcome(), current(), end.why(), end.error())),
        false,
        token -> {
          Duration cooldown =
              leaving.isPresent() ? Duration.ZERO : config.settings().resignCooldown();
          owner.resign("the thread of a run does not end", cooldown);
        });
  }

  // The end of a run ---------------------------------------------------------------------------

  private void settle(LiveRun live, RunResult result) {
    if (result instanceof RunResult.Stale stale) {
      emitStale(live, stale);
      probeTokenDomain(live, stale);
      return;
    }
    RunEnds.End end = RunEnds.of(config.definition(), current(), live, result, actions);
    RunRecord ending = record(end.outcome(), current(), end.why(), end.error());
    write(
        apply(end),
        List.of(ending),
        false,
        token -> {
          run = null;
          if (end.outcome().decided()) {
            busySince.ifPresent(since -> busy.add(since, actions.now()));
            busySince = Optional.empty();
          }
          boolean unable =
              result instanceof RunResult.SealFailed || result instanceof RunResult.NotStarted;
          unableSinceNanos =
              unable ? Optional.of(unableSinceNanos.orElse(actions.nanos())) : Optional.empty();
          if (!resignedAfter(unableSinceNanos, end.why())) {
            advance();
          }
        });
  }

  private CurrentRun current() {
    return state
        .current()
        .orElseThrow(() -> new IllegalStateException("job " + config.key() + " has no claim"));
  }

  private JobState apply(RunEnds.End end) {
    JobState next = state.withCurrent(end.next());
    if (end.next().isEmpty() && config.definition().schedule() instanceof FixedDelay delay) {
      return next.withNext(Optional.of(delay.after(actions.now(), state.cursor())));
    }
    return next;
  }

  private void emitStale(LiveRun live, RunResult.Stale stale) {
    actions.emit(
        new SchedulerEvent.StaleWriteRejected(
            actions.now(),
            live.context.occurrence(),
            live.context.fence(),
            stale.cause().mark(),
            stale.cause().sink()));
  }

  /**
   * A sink has seen a higher token than mine. Either I was superseded, and the write shows it; or
   * my claim is current, and the backend's numbers have fallen below the sink's: then nothing may
   * go on until the epoch is raised.
   */
  private void probeTokenDomain(LiveRun live, RunResult.Stale stale) {
    write(
        state.withCurrent(Optional.of(current().waiting(actions.now()))),
        List.of(),
        true,
        token -> {
          run = null;
          alarmed = true;
          actions.emit(
              new SchedulerEvent.TokenDomainAlarm(
                  actions.now(),
                  live.context.occurrence(),
                  live.context.fence(),
                  stale.cause().mark(),
                  stale.cause().sink()));
          advance();
        });
  }

  /** Gives the job to another node if it has been unable to run here for too long. */
  private boolean resignedAfter(Optional<Long> sinceNanos, String why) {
    Duration elapsed =
        sinceNanos.map(s -> Duration.ofNanos(actions.nanos() - s)).orElse(Duration.ZERO);
    if (sinceNanos.isEmpty() || elapsed.compareTo(config.settings().resignAfter()) < 0) {
      return false;
    }
    owner.resign(why + " for " + elapsed, config.settings().resignCooldown());
    return true;
  }

  // Writing ------------------------------------------------------------------------------------

  private interface Committed {
    void with(long token);
  }

  private void write(
      JobState next, List<RunRecord> records, boolean inOffice, Committed committed) {
    JobState numbered =
        next.withRecords(state.records() + records.size()).withNonce(actions.nonce());
    writer.submit(
        ledgerWrite(numbered, records, inOffice),
        numbered.nonce(),
        new LedgerWriter.Listener() {
          @Override
          public void committed(long newVersion, long token) {
            version = newVersion;
            state = numbered;
            records.forEach(Term.this::emitRecorded);
            trim();
            committed.with(token);
          }

          @Override
          public void superseded(String why) {
            owner.over(why);
          }

          @Override
          public void blocked(Duration since, String why) {
            owner.resignIfTooLong(since, why);
          }
        });
  }

  private LedgerWrite ledgerWrite(JobState next, List<RunRecord> records, boolean inOffice) {
    return new LedgerWrite(
        config.key(),
        inOffice ? Optional.of(candidate) : Optional.empty(),
        OptionalLong.of(version),
        LedgerJson.write(next),
        Optional.empty(),
        records.stream().map(r -> new RunEntry(r.number(), LedgerJson.write(r))).toList());
  }

  private void emitRecorded(RunRecord written) {
    actions.emit(new SchedulerEvent.Recorded(actions.now(), config.key(), written));
  }

  private RunRecord record(
      Outcome outcome, CurrentRun current, String why, Optional<String> error) {
    return new RunRecord(
        state.records(),
        outcome,
        current.occurrence(),
        current.occurrence(),
        1,
        current.attempt(),
        current.token(),
        config.node().id(),
        why,
        Optional.of(current.claimedAt()),
        actions.now(),
        error);
  }

  private RunRecord record(Plan.NonRun nonRun, long number, Instant now) {
    return new RunRecord(
        number,
        nonRun.outcome(),
        nonRun.from(),
        nonRun.to(),
        nonRun.count(),
        0,
        Optional.empty(),
        config.node().id(),
        nonRun.why(),
        Optional.empty(),
        now,
        Optional.empty());
  }

  private void trim() {
    if (state.records() - recordsAtTrim >= TRIM_EVERY) {
      recordsAtTrim = state.records();
      actions.trimRuns(state.records() - config.definition().keepRuns());
    }
  }

  // The end of the term ------------------------------------------------------------------------

  /** Ends the office. Answers the run whose thread still lives, which has been told to stop. */
  Optional<LiveRun> end(LiveRun.Stop why) {
    ended = true;
    actions.cancel(JobActions.Timer.DUE);
    actions.cancel(JobActions.Timer.RUN);
    actions.giveWorkerBack();
    LiveRun live = run;
    if (live == null || live.result().isPresent()) {
      return Optional.empty();
    }
    live.stop(why);
    return Optional.of(live);
  }

  void whenRunEnds(Runnable task) {
    whenRunEnds = task;
  }

  /**
   * Records a run that succeeded after the office was lost, if nobody has taken office since: the
   * write is conditional on the version that this term wrote last. One try; if it is lost, the next
   * term finds the result in the sink.
   */
  void finishLate(Runnable done) {
    LiveRun live = run;
    boolean succeeded =
        live != null
            && !live.stoppedFor(LiveRun.Stop.TERM_OVER)
            && live.result().filter(RunResult.Completed.class::isInstance).isPresent();
    Optional<CurrentRun> current = state.current().filter(CurrentRun::held);
    if (live != null && live.result().orElse(null) instanceof RunResult.Stale stale) {
      emitStale(live, stale);
    }
    if (!succeeded || current.isEmpty()) {
      done.run();
      return;
    }
    RunEnds.End end = RunEnds.succeeded("finished after the lease was lost");
    RunRecord ending = record(end.outcome(), current.get(), end.why(), end.error());
    JobState next = apply(end).withRecords(state.records() + 1).withNonce(actions.nonce());
    actions.write(
        ledgerWrite(next, List.of(ending), false),
        outcome -> {
          if (outcome instanceof WriteOutcome.Granted) {
            emitRecorded(ending);
          }
          done.run();
        });
  }
}

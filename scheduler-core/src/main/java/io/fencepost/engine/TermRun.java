package io.fencepost.engine;

import io.fencepost.FenceToken;
import io.fencepost.Occurrence;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.JobState;
import io.fencepost.schedule.FixedDelay;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one run that a term may have under way: from its start under the claim's token to the record
 * of its end. Engine thread only.
 */
final class TermRun {
  /** Who holds the office. */
  interface Owner {
    /** The handler's thread has ended: {@link #settle} when nothing else is under way. */
    void threadEnded();

    /** Its end is in the ledger. */
    void settled(RunEnds.End end, boolean unable);

    /** A sink's mark is above the token of a claim that is current. */
    void tokenDomainSlipped();

    /** Its end is in the ledger, but its thread still lives. */
    void stuck();
  }

  private final JobConfig config;
  private final JobActions actions;
  private final TermLedger ledger;
  private final LeaseDeadline deadline;
  private final Owner owner;
  private @Nullable LiveRun run;
  private @Nullable Runnable afterTerm;

  TermRun(
      JobConfig config,
      JobActions actions,
      TermLedger ledger,
      LeaseDeadline deadline,
      Owner owner) {
    this.config = config;
    this.actions = actions;
    this.ledger = ledger;
    this.deadline = deadline;
    this.owner = owner;
  }

  boolean isUnderWay() {
    return run != null;
  }

  // Start --------------------------------------------------------------------------------------

  void start(Occurrence occurrence, CurrentRun current, FenceToken token) {
    LiveRun live = new LiveRun(context(occurrence, current, token));
    run = live;
    boolean last = current.failures() + 1 >= config.definition().retry().maxAttempts();
    actions.start(
        live, new RunOrder(current.verdict().isEmpty(), last), result -> ended(live, result));
    if (run == live && live.result().isEmpty()) {
      config
          .definition()
          .timeout()
          .ifPresent(timeout -> actions.timer(JobActions.Timer.RUN, timeout, () -> timedOut(live)));
    }
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

  private void ended(LiveRun live, RunResult result) {
    live.ended(result);
    actions.emit(
        new SchedulerEvent.HandlerEnded(
            actions.now(),
            live.context.occurrence(),
            live.context.attempt(),
            live.context.fence(),
            RunEnds.error(result)));
    actions.cancel(JobActions.Timer.RUN);
    Runnable task = afterTerm;
    if (task != null) {
      task.run();
    } else {
      owner.threadEnded();
    }
  }

  // Stop ---------------------------------------------------------------------------------------

  private void timedOut(LiveRun live) {
    if (run == live && live.result().isEmpty()) {
      live.stop(LiveRun.Stop.TIMED_OUT);
      Duration grace = config.settings().stopGrace();
      actions.timer(JobActions.Timer.RUN, grace, this::giveUp);
    }
  }

  void interrupt(LiveRun.Stop why) {
    if (run != null) {
      run.stop(why);
    }
  }

  /**
   * Its thread does not end: leaves it behind, and the job to another node, whose seal shuts it
   * out.
   */
  void giveUp() {
    LiveRun live = run;
    if (live == null || live.result().isPresent() || ledger.busy()) {
      return;
    }
    RunEnds.End end =
        live.stoppedFor(LiveRun.Stop.TIMED_OUT)
            ? RunEnds.stuck(config.definition(), ledger.current(), actions)
            : RunEnds.released(
                config.definition(),
                ledger.current(),
                live.handlerCalled,
                actions.now(),
                "its thread did not end in time");
    ledger.write(
        after(end),
        List.of(ledger.record(end)),
        TermLedger.Condition.NOT_SUPERSEDED,
        token -> owner.stuck());
  }

  // End ----------------------------------------------------------------------------------------

  /** Records how it ended, if its thread has. */
  void settle() {
    LiveRun live = run;
    if (live == null || live.result().isEmpty()) {
      return;
    }
    RunResult result = live.result().get();
    if (result instanceof RunResult.Stale stale) {
      emitStale(live, stale);
      probeTokenDomain(live, stale);
      return;
    }
    RunEnds.End end = RunEnds.of(config.definition(), ledger.current(), live, result, actions);
    boolean unable =
        result instanceof RunResult.SealFailed || result instanceof RunResult.NotStarted;
    ledger.write(
        after(end),
        List.of(ledger.record(end)),
        TermLedger.Condition.NOT_SUPERSEDED,
        token -> {
          run = null;
          owner.settled(end, unable);
        });
  }

  private JobState after(RunEnds.End end) {
    JobState next = ledger.state().withCurrent(end.next());
    if (end.next().isEmpty() && config.definition().schedule() instanceof FixedDelay delay) {
      return next.withNext(Optional.of(delay.after(actions.now(), next.cursor())));
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
    ledger.write(
        ledger.state().withCurrent(Optional.of(ledger.current().waiting(actions.now()))),
        List.of(),
        TermLedger.Condition.IN_OFFICE,
        token -> {
          run = null;
          actions.emit(
              new SchedulerEvent.TokenDomainAlarm(
                  actions.now(),
                  live.context.occurrence(),
                  live.context.fence(),
                  stale.cause().mark(),
                  stale.cause().sink()));
          owner.tokenDomainSlipped();
        });
  }

  // After the term -----------------------------------------------------------------------------

  /**
   * The office is over. Answers the run whose thread still lives, which has been told to stop.
   *
   * @param task called when that thread has ended
   */
  Optional<LiveRun> outliveTerm(LiveRun.Stop why, Runnable task) {
    actions.cancel(JobActions.Timer.RUN);
    LiveRun live = run;
    if (live == null || live.result().isPresent()) {
      return Optional.empty();
    }
    afterTerm = task;
    live.stop(why);
    return Optional.of(live);
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
    if (live != null && live.result().orElse(null) instanceof RunResult.Stale stale) {
      emitStale(live, stale);
    }
    if (!succeeded || ledger.state().current().filter(CurrentRun::held).isEmpty()) {
      done.run();
      return;
    }
    RunEnds.End end = RunEnds.succeeded("finished after the lease was lost");
    ledger.tryToWrite(after(end), ledger.record(end), done);
  }
}

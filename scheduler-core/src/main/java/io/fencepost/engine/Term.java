package io.fencepost.engine;

import io.fencepost.FenceToken;
import io.fencepost.Occurrence;
import io.fencepost.RunReason;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.spi.Candidate;
import io.fencepost.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  private final JobConfig config;
  private final JobActions actions;
  private final Owner owner;
  private final TermLedger ledger;
  private final TermRun run;
  private final Optional<Planner> planner;
  private final BusyTimes busy = new BusyTimes();

  /** Since when an occurrence is at work. */
  private Optional<Instant> busySince = Optional.empty();

  private Optional<Long> starvedSinceNanos = Optional.empty();
  private Optional<Long> unableSinceNanos = Optional.empty();
  private Optional<String> leaving = Optional.empty();
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
    this.owner = owner;
    this.ledger =
        new TermLedger(config, actions, writer, candidate, office, version, new LedgerWatch());
    this.run = new TermRun(config, actions, ledger, deadline, new RunOwner());
    this.planner = office.definition().timetable().map(t -> new Planner(config.definition(), t));
    office.state().current().ifPresent(this::inherit);
  }

  /**
   * What came due while an earlier term worked on the occurrence was overlapped by it. When a lost
   * holder ended is not known, only that it was stopped at the job's timeout: what came due after
   * that, or within two leases of the takeover, may have found nobody at work, and gets the benefit
   * of the doubt.
   */
  private void inherit(CurrentRun current) {
    if (current.held()) {
      Instant worked = actions.now().minus(config.settings().lease().multipliedBy(2));
      Instant stopped =
          config
              .definition()
              .timeout()
              .map(timeout -> current.claimedAt().plus(timeout).plus(config.settings().stopGrace()))
              .orElse(worked);
      busy.add(
          current.busySince(),
          stopped.isBefore(worked) ? stopped : worked,
          "came due after a run was claimed whose holder vanished, nobody knows when");
    } else {
      busySince = Optional.of(current.busySince());
    }
  }

  long number() {
    return ledger.state().term().number();
  }

  // What comes next ----------------------------------------------------------------------------

  void advance() {
    if (ended || ledger.busy()) {
      return;
    }
    if (run.isUnderWay()) {
      run.settle();
    } else if (leaving.isPresent()) {
      owner.resign(leaving.get(), Duration.ZERO);
    } else if (!alarmed) {
      Optional<CurrentRun> current = ledger.state().current();
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

  void interrupt(LiveRun.Stop why) {
    run.interrupt(why);
  }

  /** Leaves a run behind whose thread does not end. */
  void giveUpOnRun() {
    if (!ended) {
      run.giveUp();
    }
  }

  /** Goes on with an occurrence that was claimed, or came due, before. */
  private void resume(CurrentRun current) {
    Instant now = actions.now();
    if (current.held()) {
      recover(current, now);
    } else if (current.waitUntil().orElseThrow().isAfter(now)) {
      dueIn(Duration.between(now, current.waitUntil().orElseThrow()));
    } else {
      RunReason reason = current.attempt() == 0 ? current.reason() : RunReason.RETRY;
      claim(current.again(reason, now), ledger.state().cursor(), List.of());
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
        ledger.record(
            Outcome.SUPERSEDED, current, "its holder lost the lease or vanished", Optional.empty());
    claim(next.again(RunReason.RECOVERY, now), ledger.state().cursor(), List.of(superseded));
  }

  private void plan(Planner plans) {
    Instant now = actions.now();
    Instant cursor = ledger.state().cursor();
    Plan plan = plans.plan(cursor, busy, now);
    if (plan.isEmpty()) {
      busy.decidedUpTo(now);
      Optional<OffsetDateTime> next = plans.next(cursor);
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
      nonRuns.add(ledger.record(nonRun, nonRuns.size()));
    }
    if (plan.run().isPresent()) {
      Plan.Due due = plan.run().get();
      claim(CurrentRun.first(due.at(), due.reason(), now), plan.cursor(), nonRuns);
    } else {
      ledger.write(
          ledger.state().withCursor(plan.cursor()),
          nonRuns,
          TermLedger.Condition.IN_OFFICE,
          token -> {
            busy.decidedUpTo(ledger.state().cursor());
            advance();
          });
    }
  }

  private void awaitNext() {
    Instant now = actions.now();
    Instant next = ledger.state().next().orElse(now);
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

  // Claim --------------------------------------------------------------------------------------

  private void claim(CurrentRun current, Instant cursor, List<RunRecord> records) {
    if (!actions.reserveWorker()) {
      starvedSinceNanos = Optional.of(starvedSinceNanos.orElse(actions.nanos()));
      if (!resignedAfter(starvedSinceNanos, "no worker was free")) {
        dueIn(STARVED_CHECK);
      }
      return;
    }
    starvedSinceNanos = Optional.empty();
    ledger.write(
        ledger.state().withCursor(cursor).withCurrent(Optional.of(current)),
        records,
        TermLedger.Condition.IN_OFFICE,
        token -> claimed(current, new FenceToken(ledger.state().epoch(), token)));
  }

  private void claimed(CurrentRun current, FenceToken token) {
    CurrentRun mine = current.withToken(token);
    ledger.adopt(mine);
    busy.decidedUpTo(ledger.state().cursor());
    busySince = busySince.or(() -> Optional.of(actions.now()));
    Occurrence occurrence = new Occurrence(config.key(), mine.occurrence());
    actions.emit(
        new SchedulerEvent.Claimed(
            actions.now(),
            occurrence,
            mine.attempt(),
            token,
            mine.reason(),
            ledger.state().nonce(),
            actions.checkedNanos()));
    if (leaving.isPresent()) {
      giveBack(mine, leaving.get());
    } else {
      run.start(occurrence, mine, token);
    }
  }

  /** The claim was on its way when the node began to leave: nothing is started any more. */
  private void giveBack(CurrentRun mine, String why) {
    actions.giveWorkerBack();
    RunEnds.End end = RunEnds.released(config.definition(), mine, false, actions.now(), why);
    ledger.write(
        ledger.state().withCurrent(end.next()),
        List.of(ledger.record(end)),
        TermLedger.Condition.NOT_SUPERSEDED,
        token -> advance());
  }

  // What comes back ----------------------------------------------------------------------------

  private final class LedgerWatch implements TermLedger.Watch {
    @Override
    public void superseded(String why) {
      owner.over(why);
    }

    @Override
    public void blocked(Duration since, String why) {
      owner.resignIfTooLong(since, why);
    }
  }

  private final class RunOwner implements TermRun.Owner {
    @Override
    public void threadEnded() {
      advance();
    }

    @Override
    public void settled(RunEnds.End end, boolean unable) {
      if (end.outcome().decided()) {
        busySince.ifPresent(since -> busy.add(since, actions.now(), "previous run still going"));
        busySince = Optional.empty();
      }
      unableSinceNanos =
          unable ? Optional.of(unableSinceNanos.orElse(actions.nanos())) : Optional.empty();
      if (!resignedAfter(unableSinceNanos, end.why())) {
        advance();
      }
    }

    @Override
    public void tokenDomainSlipped() {
      alarmed = true;
      advance();
    }

    @Override
    public void stuck() {
      Duration cooldown = leaving.isPresent() ? Duration.ZERO : config.settings().resignCooldown();
      owner.resign("the thread of a run does not end", cooldown);
    }
  }

  /** Gives the job to another node if it has been unable to run here for too long. */
  private boolean resignedAfter(Optional<Long> sinceNanos, String why) {
    Duration elapsed =
        sinceNanos.map(s -> Duration.ofNanos(actions.nanos() - s)).orElse(Duration.ZERO);
    if (sinceNanos.isEmpty() || elapsed.compareTo(config.settings().resignAfter()) < 0) {
      return false;
    }
    owner.resign(why + " for " + Durations.text(elapsed), config.settings().resignCooldown());
    return true;
  }

  // The end of the term ------------------------------------------------------------------------

  /**
   * Ends the office. Answers the run whose thread still lives, which has been told to stop.
   *
   * @param afterwards called when that thread has ended
   */
  Optional<LiveRun> end(LiveRun.Stop why, Runnable afterwards) {
    ended = true;
    actions.cancel(JobActions.Timer.DUE);
    actions.giveWorkerBack();
    return run.outliveTerm(why, afterwards);
  }

  /** Records a run that succeeded after the office was lost, if nobody has taken office since. */
  void finishLate(Runnable done) {
    run.finishLate(done);
  }
}

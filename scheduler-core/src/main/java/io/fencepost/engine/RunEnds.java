package io.fencepost.engine;

import io.fencepost.HolderLossPolicy;
import io.fencepost.JobDefinition;
import io.fencepost.RetryPolicy;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the end of a run means for its occurrence: decided, to be tried again, or given back. Pure,
 * but for jitter and the clock.
 */
final class RunEnds {
  private RunEnds() {}

  /**
   * @param outcome what is recorded of the attempt
   * @param next what stays current; empty if the occurrence is decided
   */
  record End(Outcome outcome, Optional<CurrentRun> next, String why, Optional<String> error) {}

  static End of(
      JobDefinition definition,
      CurrentRun current,
      LiveRun live,
      RunResult result,
      JobActions actions) {
    if (result instanceof RunResult.Completed) {
      return succeeded(live.stopped().map(s -> "finished although " + s.why).orElse("finished"));
    }
    if (result instanceof RunResult.Found) {
      return succeeded("its result was found in the sink");
    }
    if (live.stoppedFor(LiveRun.Stop.DRAINED)) {
      return released(
          definition, current, live.handlerCalled, actions.now(), LiveRun.Stop.DRAINED.why);
    }
    if (result instanceof RunResult.Failed failed) {
      return failed(definition, current, live, failed, actions);
    }
    if (result instanceof RunResult.NotFound notFound) {
      Outcome verdict =
          current.verdict().orElseThrow(() -> new IllegalStateException("no verdict is open"));
      return new End(verdict, Optional.empty(), verdictReason(current, notFound), Optional.empty());
    }
    if (result instanceof RunResult.Undecided undecided) {
      return undecided(definition, current, live, undecided, actions);
    }
    if (result instanceof RunResult.SealFailed failed) {
      String why = "sink '" + failed.sink() + "' could not be sealed";
      return unable(definition, current, why, failed.cause(), actions);
    }
    if (result instanceof RunResult.NotStarted failed) {
      return unable(definition, current, "no thread could be had", failed.cause(), actions);
    }
    throw new IllegalStateException("a run cannot end with " + result);
  }

  static End succeeded(String why) {
    return new End(Outcome.SUCCEEDED, Optional.empty(), why, Optional.empty());
  }

  /**
   * Given back: no failure, no loss, to be claimed again at once. A handler that must not be
   * started twice is not, once it was.
   */
  static End released(
      JobDefinition definition,
      CurrentRun current,
      boolean handlerCalled,
      Instant now,
      String why) {
    boolean over =
        definition.onHolderLoss() == HolderLossPolicy.ABANDON
            && handlerCalled
            && current.verdict().isEmpty();
    CurrentRun next = over ? current.withVerdict(Outcome.ABANDONED) : current;
    return new End(Outcome.RELEASED, Optional.of(next.waiting(now)), why, Optional.empty());
  }

  /** Nothing was called: given back, to be claimed again after a while. */
  private static End unable(
      JobDefinition definition,
      CurrentRun current,
      String why,
      Throwable cause,
      JobActions actions) {
    Instant again = actions.now().plus(sealBackoff(definition, actions));
    return new End(
        Outcome.RELEASED, Optional.of(current.waiting(again)), why, Optional.of(text(cause)));
  }

  /** Timed out, and its thread does not end. */
  static End stuck(JobDefinition definition, CurrentRun current, JobActions actions) {
    CurrentRun failed = current.failed();
    boolean last = failed.failures() >= definition.retry().maxAttempts();
    return new End(
        Outcome.ATTEMPT_FAILED,
        Optional.of(
            last
                ? failed.withVerdict(Outcome.TIMED_OUT).waiting(actions.now())
                : failed.waiting(retryAt(definition, failed, actions))),
        LiveRun.Stop.TIMED_OUT.why + ", and its thread did not end",
        Optional.empty());
  }

  private static End failed(
      JobDefinition definition,
      CurrentRun current,
      LiveRun live,
      RunResult.Failed failure,
      JobActions actions) {
    CurrentRun failed = current.failed();
    boolean timedOut = live.stoppedFor(LiveRun.Stop.TIMED_OUT);
    String why = timedOut ? LiveRun.Stop.TIMED_OUT.why : "the handler failed";
    Optional<String> error = Optional.of(text(failure.cause()));
    if (failed.failures() < definition.retry().maxAttempts()) {
      Instant at = retryAt(definition, failed, actions);
      return new End(Outcome.ATTEMPT_FAILED, Optional.of(failed.waiting(at)), why, error);
    }
    return new End(
        timedOut ? Outcome.TIMED_OUT : Outcome.FAILED,
        Optional.empty(),
        why
            + ", attempt "
            + failed.failures()
            + " of "
            + definition.retry().maxAttempts()
            + steps(failure.steps()),
        error);
  }

  private static End undecided(
      JobDefinition definition,
      CurrentRun current,
      LiveRun live,
      RunResult.Undecided undecided,
      JobActions actions) {
    CurrentRun open =
        current.verdict().isPresent()
            ? current
            : current
                .failed()
                .withVerdict(
                    live.stoppedFor(LiveRun.Stop.TIMED_OUT) ? Outcome.TIMED_OUT : Outcome.FAILED);
    return new End(
        Outcome.ATTEMPT_FAILED,
        Optional.of(open.waiting(actions.now().plus(sealBackoff(definition, actions)))),
        "it is not known whether a sink holds the result; it is asked again",
        Optional.of(text(undecided.cause())));
  }

  private static Instant retryAt(JobDefinition definition, CurrentRun failed, JobActions actions) {
    return actions.now().plus(definition.retry().backoffAfter(failed.failures(), actions.random()));
  }

  /** Sinks are asked again at the default pace, whatever the handler's retry policy is. */
  private static Duration sealBackoff(JobDefinition definition, JobActions actions) {
    Duration first = definition.retry().initialBackoff();
    Duration usual = RetryPolicy.DEFAULT.initialBackoff();
    Duration least = first.isZero() || first.compareTo(usual) > 0 ? usual : first;
    return least.multipliedBy(1 + (long) (actions.random() * 2));
  }

  private static String verdictReason(CurrentRun current, RunResult.NotFound notFound) {
    String what =
        switch (current.verdict().orElseThrow()) {
          case ABANDONED ->
              current.losses() == 0
                  ? "its holder gave it back half-way"
                  : "its holder vanished (" + current.losses() + " lost in all)";
          case TIMED_OUT -> LiveRun.Stop.TIMED_OUT.why;
          default -> "the handler failed";
        };
    return what + "; no result was found in the sinks" + steps(notFound.steps());
  }

  private static String steps(int steps) {
    return steps == 0 ? "" : "; the sinks hold the results of " + steps + " of its steps";
  }

  static Optional<String> error(RunResult result) {
    if (result instanceof RunResult.Failed failed) {
      return Optional.of(text(failed.cause()));
    }
    if (result instanceof RunResult.Undecided undecided) {
      return Optional.of(text(undecided.cause()));
    }
    if (result instanceof RunResult.Stale stale) {
      return Optional.of(text(stale.cause()));
    }
    if (result instanceof RunResult.SealFailed failed) {
      return Optional.of("seal of sink '" + failed.sink() + "': " + text(failed.cause()));
    }
    if (result instanceof RunResult.NotStarted failed) {
      return Optional.of(text(failed.cause()));
    }
    return Optional.empty();
  }

  private static String text(Throwable cause) {
    return cause.toString();
  }
}

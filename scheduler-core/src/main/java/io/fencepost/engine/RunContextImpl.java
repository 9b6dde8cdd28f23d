package io.fencepost.engine;

import io.fencepost.FenceToken;
import io.fencepost.LeaseLostException;
import io.fencepost.Occurrence;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.Optional;

/**
 * The handler's view of its run. Thread-safe: the engine stops it with {@link #stop}, the handler
 * asks.
 *
 * <p>It holds the lease deadline of the session that the run was claimed under, so that a later
 * session of the node does not bring it back to life.
 */
record RunContextImpl(
    String namespace,
    String node,
    Occurrence occurrence,
    int attempt,
    FenceToken fence,
    RunReason reason,
    LeaseDeadline deadline,
    Ticker ticker,
    Optional<Long> timeoutNanos,
    StopSignal stopped)
    implements RunContext {

  /** The first reason stays. */
  void stop(String why) {
    stopped.raise(why);
  }

  @Override
  public void checkHeld() {
    var unused = checkHeldAt();
  }

  /**
   * As {@link #checkHeld}.
   *
   * @return what the ticker showed when the deadline was looked at
   */
  long checkHeldAt() {
    long now = ticker.nanos();
    Optional<String> why = stopped.why();
    if (why.isPresent()) {
      throw new LeaseLostException(occurrence, fence, why.get());
    }
    if (deadline.passedAt(now)) {
      throw new LeaseLostException(occurrence, fence, "this node's lease deadline has passed");
    }
    if (remaining().isZero()) {
      throw new LeaseLostException(occurrence, fence, "the run has timed out");
    }
    return now;
  }

  @Override
  public Duration remaining() {
    if (stopped.why().isPresent()) {
      return Duration.ZERO;
    }
    Duration lease = deadline.remaining();
    Duration timeout =
        timeoutNanos.map(at -> Duration.ofNanos(Math.max(0, at - ticker.nanos()))).orElse(lease);
    return lease.compareTo(timeout) <= 0 ? lease : timeout;
  }

  @Override
  public String toString() {
    return "run of " + occurrence + " attempt " + attempt + " fence " + fence;
  }
}

package io.fencepost.drill;

import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.ClusterException;
import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.workload.WorkloadSettings;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A fault that is being done. Closing it heals it. */
public final class Injection implements AutoCloseable {
  private final Fault fault;
  private final Takeover takeover;
  private final Duration bound;
  private final HistoryWriter history;
  private final Ticker ticker;
  private final Ended ended;
  private final long injectedNanos;
  private boolean tookHold;
  private Optional<HistoryEvent> held = Optional.empty();

  /** Is told what it was, and when it was over. */
  @FunctionalInterface
  interface Ended {
    void tell(Injection injection, FaultFacts fault, Instant at);
  }

  /** Injects the fault, and waits until it holds or clearly does not. */
  Injection(
      Fault fault,
      Takeover takeover,
      Duration bound,
      HistoryWriter history,
      Ticker ticker,
      Ended ended) {
    this.fault = fault;
    this.takeover = takeover;
    this.bound = bound;
    this.history = history;
    this.ticker = ticker;
    this.ended = ended;
    injectedNanos = history.write(about(Kind.FAULT_INJECTED)).nanos();
    fault.inject();
    tookHold = Await.holdsWithin(fault.holdsWithin(), fault::tookHold);
    if (tookHold) {
      held = Optional.of(history.write(about(Kind.FAULT_HELD)));
    }
  }

  @Override
  public String toString() {
    return fault.describe();
  }

  private Draft about(Kind kind) {
    return Draft.of(kind).job(WorkloadSettings.JOB).text(fault.describe());
  }

  /** Lets the fault go on until this long after it was injected. */
  public void lasts(Duration time) {
    Await.pass(time.minusNanos(ticker.nanos() - injectedNanos));
  }

  /**
   * When the fault was seen to hold.
   *
   * @throws ClusterException if it was not, so that there is nothing to wait for
   */
  public HistoryEvent requireHeld() {
    return held.orElseThrow(() -> new ClusterException("did not take hold: " + fault.describe()));
  }

  /** Whether it took hold, and somebody else than the drill has ended it. */
  boolean endedEarly() {
    return tookHold && !fault.stillHolds();
  }

  /** Leaves it as it is for the rest of the drill: all has to be well nevertheless. */
  public void leave() {
    tookHold &= fault.stillHolds();
    note(history.write(about(Kind.FAULT_STAYS)));
  }

  /** Heals it, and notes that it was done. */
  @Override
  public void close() {
    tookHold &= fault.stillHolds();
    fault.heal();
    note(history.write(about(Kind.FAULT_HEALED)));
  }

  private void note(HistoryEvent end) {
    ended.tell(
        this,
        new FaultFacts(
            fault.describe(),
            fault.target(),
            Optional.of(WorkloadSettings.JOB),
            injectedNanos,
            end.nanos(),
            tookHold,
            takeover,
            bound),
        end.wall());
  }
}

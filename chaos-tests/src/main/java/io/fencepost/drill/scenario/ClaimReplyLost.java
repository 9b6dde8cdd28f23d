package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.LostReply;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;

/**
 * Drill 12: a claim reaches the store and its reply does not come back. The claimant goes on under
 * the token that the store gave to that claim, or never uses it.
 */
public record ClaimReplyLost() implements Scenario {
  /** A state has this only while a run is claimed or due; a finished one has not. */
  static final String CLAIM = "\"busySince\"";

  @Override
  public DrillPlan plan() {
    return DrillPlan.named("claim-reply-lost");
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.service().leader();
    LostReply lost =
        new LostReply(holder.node(), drill.service().network(holder.node()).store(), CLAIM);
    try (Injection reply = drill.inject(lost, Takeover.ALLOWED, drill.takeoverBound())) {
      HistoryEvent held = reply.requireHeld();
      drill.awaitEvent(
          "a run after the lost reply", e -> e.is(Kind.HANDLER_ENDED) && e.nanos() > held.nanos());
    }
  }
}

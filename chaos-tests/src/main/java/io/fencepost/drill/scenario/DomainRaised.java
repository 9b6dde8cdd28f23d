package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;

/**
 * What has to follow when a store has forgotten its tokens: an alarm and a standstill; then, in a
 * raised token domain, work again, and no write of the old domain.
 */
final class DomainRaised {
  private DomainRaised() {}

  /**
   * @param how the store comes to forget, in words
   * @param forget makes it forget; the replicas run on, or again, when it returns
   */
  static void play(Drill drill, String how, Runnable forget) {
    long old = drill.service().fenceEpoch();
    ForgottenTokens tokens = new ForgottenTokens(drill, how, forget);
    try (Injection forgotten = drill.inject(tokens, Takeover.ALLOWED, drill.takeoverBound())) {
      forgotten.requireHeld();
      Await.pass(drill.lease().multipliedBy(2));
    }
    drill.awaitEvent("a run above epoch " + old, event -> isRunAbove(old, event));
    OldDomainRun late = new OldDomainRun(drill.service(), old);
    drill.writeAs(late);
    drill.need(
        Kind.WRITE_ANSWERED,
        Drill.REFUSED + late.fence(),
        "a write of epoch " + old + " was refused");
  }

  private static boolean isRunAbove(long epoch, HistoryEvent event) {
    return event.is(Kind.HANDLER_ENDED)
        && event.answer() == Answer.OK
        && event.token().filter(token -> token.epoch() > epoch).isPresent();
  }
}

package io.fencepost.drill.scenario;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.Drill;
import io.fencepost.drill.ServiceUnderTest;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.Kind;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.List;

/**
 * The store has forgotten the tokens it gave, or never knew them. It holds once somebody has given
 * the alarm. Healing is what the operator does then: the token domain is raised by one, and the
 * replicas are started anew and have a session again.
 */
final class ForgottenTokens implements Fault {
  private static final Duration START = Duration.ofSeconds(60);

  private final ServiceUnderTest service;
  private final Duration patience;
  private final String how;
  private final Runnable forget;
  private final String store;
  private long injectedNanos;

  /**
   * @param how it comes about, in words
   * @param forget makes the store forget; the replicas run on, or again, when it returns
   */
  ForgottenTokens(Drill drill, String how, Runnable forget) {
    service = drill.service();
    // A session may have to end, and the next leader has to claim something.
    patience = drill.takeoverBound().plus(drill.service().schedule().period());
    this.how = requireNonNull(how, "how is null");
    this.forget = requireNonNull(forget, "forget is null");
    store = service.store().backend();
  }

  @Override
  public String describe() {
    return store + " " + how;
  }

  @Override
  public String target() {
    return store;
  }

  @Override
  public void inject() {
    forget.run();
    injectedNanos = Ticker.system().nanos();
  }

  @Override
  public Duration holdsWithin() {
    return patience;
  }

  @Override
  public boolean tookHold() {
    return service.history().all(Kind.DOMAIN_ALARM).anyMatch(e -> e.nanos() > injectedNanos);
  }

  @Override
  public void heal() {
    List<Replica> replicas = service.replicas().all();
    service.replicas().close();
    service.raiseFenceEpoch();
    // What is due is due from when they are up: how long a JVM takes to start is not judged.
    replicas.stream()
        .map(replica -> service.replicas().start(replica.node()))
        .toList()
        .forEach(
            replica ->
                Await.until(
                    "the session of " + replica,
                    START,
                    () -> History.tells(replica.history(), Kind.ENROLLED)));
  }
}

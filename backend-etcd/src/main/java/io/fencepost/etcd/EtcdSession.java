package io.fencepost.etcd;

import io.fencepost.JobKey;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A lease, with its registration and its places in the jobs' lines. */
final class EtcdSession implements Session {
  /** etcd looks for expired leases twice a second. */
  private static final Duration GRAIN = Duration.ofMillis(500);

  private final Registration registration;
  private final Leases leases;
  private final SessionHints hints;
  private final Renewal renewal;
  private final Places places;
  private final AtomicReference<@Nullable String> over = new AtomicReference<>();
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  EtcdSession(
      Connection connection,
      Leases leases,
      Keys keys,
      NodeInfo node,
      Registration registration,
      SessionHints hints) {
    this.registration = registration;
    this.leases = leases;
    this.hints = hints;
    this.renewal = new Renewal(connection, keys, node, registration);
    this.places = new Places(connection, keys, registration.lease(), hints);
  }

  @Override
  public String id() {
    return Keys.lease(registration.lease());
  }

  @Override
  public Duration lease() {
    return registration.ttl();
  }

  @Override
  public Duration grain() {
    return GRAIN;
  }

  @Override
  public CompletionStage<RenewOutcome> renew(Instant wallClock) {
    if (over.get() != null) {
      return CompletableFuture.completedFuture(new RenewOutcome.Ended(ended()));
    }
    return renewal.renew(wallClock).thenApply(this::heard);
  }

  private RenewOutcome heard(RenewOutcome outcome) {
    if (outcome instanceof RenewOutcome.Ended gone) {
      over.compareAndSet(null, gone.why());
    }
    if (over.get() != null) {
      return new RenewOutcome.Ended(ended());
    }
    boolean renewed = outcome instanceof RenewOutcome.Renewed;
    if (interrupted.getAndSet(!renewed) && renewed) {
      hints.reconnected();
    }
    return outcome;
  }

  @Override
  public CompletionStage<StandOutcome> stand(JobKey job, String guid) {
    if (over.get() != null) {
      return CompletableFuture.completedFuture(new StandOutcome.SessionEnded(ended()));
    }
    return places
        .stand(job, guid)
        .thenApply(
            outcome -> over.get() != null ? new StandOutcome.SessionEnded(ended()) : outcome);
  }

  @Override
  public CompletionStage<QueueOutcome> look(Candidate candidate) {
    return places.look(candidate);
  }

  @Override
  public CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
    return places.withdraw(job);
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    over.compareAndSet(null, "the node closed it");
    places.close();
    leases.forget(this);
    leases.revoke(registration.lease());
  }

  private String ended() {
    return "session " + id() + ": " + over.get();
  }
}

package io.fencepost.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendContract;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemoryBackendTest extends BackendContract {
  private static final Duration LEASE = Duration.ofSeconds(4);

  private final ManualTime time = new ManualTime(Instant.parse("2026-08-16T00:00:00Z"));
  private final MemoryStore store = new MemoryStore(time, Duration.ofMillis(500));

  @Override
  protected Backend connect() {
    return new MemoryBackend(store);
  }

  @Override
  protected void expire(Session session) {
    store.end(Long.parseLong(session.id()), "expired");
  }

  @Test
  void lease_isOverTheLeaseAndTheGrainAfterItsLastRenewal() {
    Session session = enrol();
    time.advance(LEASE);
    renew(session);
    time.advance(LEASE.plus(store.grain()));
    assertThat(renew(session)).isInstanceOf(RenewOutcome.Renewed.class);

    time.advance(LEASE.plus(store.grain()).plusNanos(1));

    assertThat(renew(session)).isInstanceOf(RenewOutcome.Ended.class);
  }

  private RenewOutcome renew(Session session) {
    return session.renew(time.now()).toCompletableFuture().join();
  }

  private Session enrol() {
    NodeInfo node = new NodeInfo("n1", new UUID(7, 1), "host", 1, "test");
    EnrolOutcome outcome = connect().enrol(node, LEASE, new Unheard()).toCompletableFuture().join();
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  private static final class Unheard implements SessionHints {
    @Override
    public void queueChanged(JobKey job) {}

    @Override
    public void reconnected() {}

    @Override
    public void ended(String why) {}
  }
}

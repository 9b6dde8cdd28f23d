package io.fencepost.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendContract;
import io.fencepost.spi.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class MemoryBackendTest extends BackendContract {
  private final ManualTime time = new ManualTime(Instant.parse("2026-08-16T00:00:00Z"));
  private final MemoryStore store = new MemoryStore(time, Duration.ofMillis(500));

  @Override
  protected Backend connect() {
    return new MemoryBackend(store);
  }

  @Override
  protected void eventually(Callable<Boolean> condition) {
    try {
      assertThat(condition.call()).isTrue();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected void expire(Session session) {
    time.advance(LEASE.plus(store.grain()).plusNanos(1));
  }

  @Test
  void lease_isOverTheLeaseAndTheGrainAfterItsLastRenewal() {
    Session session = enrol(open(), node("n1"), new Hints());
    Instant wall = time.now();
    time.advance(LEASE);
    get(session.renew(wall));
    time.advance(LEASE.plus(store.grain()));
    assertThat(get(session.renew(wall))).isInstanceOf(io.fencepost.spi.RenewOutcome.Renewed.class);

    time.advance(LEASE.plus(store.grain()).plusNanos(1));

    assertThat(get(session.renew(wall))).isInstanceOf(io.fencepost.spi.RenewOutcome.Ended.class);
  }
}

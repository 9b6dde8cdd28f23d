package io.fencepost.drill.workload;

import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.spi.Backend;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.testing.ForwardingBackend;
import io.fencepost.testing.ForwardingSession;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A backend whose renewals can be lost or made late while everything else goes on. As a backend
 * must, it answers in time, if only that it does not know.
 */
final class DisturbedRenewals extends ForwardingBackend {
  private final Duration requestTimeout;
  private final HistoryWriter history;
  private volatile Disturbance disturbance = Disturbance.NONE;

  DisturbedRenewals(Backend backend, Duration requestTimeout, HistoryWriter history) {
    super(backend);
    this.requestTimeout = requestTimeout;
    this.history = history;
  }

  /**
   * What happens to renewals.
   *
   * @param lost they are not sent
   * @param delay how much later they are sent
   */
  private record Disturbance(boolean lost, Duration delay) {
    static final Disturbance NONE = new Disturbance(false, Duration.ZERO);

    boolean isNone() {
      return equals(NONE);
    }

    @Override
    public String toString() {
      return lost ? "lost" : delay.toMillis() + " ms late";
    }
  }

  /**
   * Takes a command.
   *
   * @param words {@code lose}, {@code delay <ms>} or {@code pass}
   */
  void command(String words) {
    String[] parts = words.split(" ", -1);
    disturbance =
        switch (parts[0]) {
          case "lose" -> new Disturbance(true, Duration.ZERO);
          case "delay" -> new Disturbance(false, Duration.ofMillis(Long.parseLong(parts[1])));
          case "pass" -> Disturbance.NONE;
          default -> throw new IllegalArgumentException("renewals " + words);
        };
  }

  @Override
  protected Session wrap(Session session) {
    return new ForwardingSession(session) {
      @Override
      public CompletionStage<RenewOutcome> renew(Instant wallClock) {
        return disturbed(() -> super.renew(wallClock));
      }
    };
  }

  private CompletionStage<RenewOutcome> disturbed(Supplier<CompletionStage<RenewOutcome>> renewal) {
    Disturbance now = disturbance;
    if (now.isNone()) {
      return renewal.get();
    }
    history.write(Draft.of(Kind.RENEWAL_DISTURBED).text(now.toString()));
    CompletableFuture<RenewOutcome> answer = new CompletableFuture<>();
    if (!now.lost()) {
      after(now.delay())
          .execute(
              () -> {
                var unused = renewal.get().thenAccept(answer::complete);
              });
    }
    return answer.completeOnTimeout(
        new RenewOutcome.Unknown("the renewal was " + now),
        requestTimeout.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private static Executor after(Duration delay) {
    return CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS);
  }
}

package io.fencepost.drill.workload;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobKey;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
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
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

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
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    return super.enrol(node, lease, hints)
        .thenApply(
            outcome ->
                outcome instanceof EnrolOutcome.Enrolled enrolled
                    ? new EnrolOutcome.Enrolled(new Renewed(enrolled.session()))
                    : outcome);
  }

  private CompletionStage<RenewOutcome> renew(Session session, Instant wallClock) {
    Disturbance now = disturbance;
    if (now.isNone()) {
      return session.renew(wallClock);
    }
    history.write(Draft.of(Kind.RENEWAL_DISTURBED).text(now.toString()));
    CompletableFuture<RenewOutcome> answer = new CompletableFuture<>();
    if (!now.lost()) {
      after(now.delay())
          .execute(
              () -> {
                var unused = session.renew(wallClock).thenAccept(answer::complete);
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

  /** A session whose renewals go through the disturbance. */
  private final class Renewed implements Session {
    private final Session session;

    Renewed(Session session) {
      this.session = requireNonNull(session, "session is null");
    }

    @Override
    public String id() {
      return session.id();
    }

    @Override
    public Duration lease() {
      return session.lease();
    }

    @Override
    public Duration grain() {
      return session.grain();
    }

    @Override
    public CompletionStage<RenewOutcome> renew(Instant wallClock) {
      return DisturbedRenewals.this.renew(session, wallClock);
    }

    @Override
    public CompletionStage<StandOutcome> stand(JobKey job, String guid) {
      return session.stand(job, guid);
    }

    @Override
    public CompletionStage<QueueOutcome> look(Candidate candidate) {
      return session.look(candidate);
    }

    @Override
    public CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
      return session.withdraw(job);
    }

    @Override
    public void close() {
      session.close();
    }
  }
}

package io.fencepost.engine;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.testing.ForwardingBackend;
import io.fencepost.testing.ForwardingSession;
import io.fencepost.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets requests and replies take their time, overtake one another, and arrive after their caller
 * has given up waiting.
 */
final class SlowNetwork extends ForwardingBackend {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(1);

  private final ManualTime time;
  private final Random random;
  private final BooleanSupplier healed;

  /**
   * @param healed answers true once nothing is slow any more
   */
  SlowNetwork(Backend backend, ManualTime time, Random random, BooleanSupplier healed) {
    super(backend);
    this.time = time;
    this.random = random;
    this.healed = healed;
  }

  private Duration delay() {
    int kind = healed.getAsBoolean() ? 0 : random.nextInt(20);
    int millis = kind < 12 ? 1 : kind < 18 ? 40 : kind < 19 ? 400 : 2000;
    return Duration.ofMillis(random.nextInt(millis));
  }

  private <T> CompletionStage<T> slow(Supplier<CompletionStage<T>> request, T unanswered) {
    CompletableFuture<T> reply = new CompletableFuture<>();
    time.after(
        delay(),
        () ->
            request
                .get()
                .whenComplete(
                    (answer, error) -> time.after(delay(), () -> reply.complete(answer))));
    time.after(REQUEST_TIMEOUT, () -> reply.complete(unanswered));
    return reply;
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    // One that is given up leaves its session to expire.
    return slow(() -> super.enrol(node, lease, hints), new EnrolOutcome.Failed("no reply", true));
  }

  @Override
  protected Session wrap(Session session) {
    return new SlowSession(session);
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    return slow(() -> super.read(job), new ReadOutcome.Failed("no reply"));
  }

  @Override
  public CompletionStage<WriteOutcome> write(LedgerWrite write) {
    return slow(() -> super.write(write), new WriteOutcome.Unknown("no reply"));
  }

  private final class SlowSession extends ForwardingSession {
    SlowSession(Session session) {
      super(session);
    }

    @Override
    public CompletionStage<RenewOutcome> renew(Instant wallClock) {
      return slow(() -> super.renew(wallClock), new RenewOutcome.Unknown("no reply"));
    }

    @Override
    public CompletionStage<StandOutcome> stand(JobKey job, String guid) {
      return slow(() -> super.stand(job, guid), new StandOutcome.Unknown("no reply"));
    }

    @Override
    public CompletionStage<QueueOutcome> look(Candidate candidate) {
      return slow(() -> super.look(candidate), new QueueOutcome.Unknown("no reply"));
    }

    @Override
    public CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
      return slow(() -> super.withdraw(job), new WithdrawOutcome.Unknown("no reply"));
    }
  }
}

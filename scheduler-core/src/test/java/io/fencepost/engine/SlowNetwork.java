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
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome;
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
final class SlowNetwork implements Backend {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(1);

  private final Backend backend;
  private final ManualTime time;
  private final Random random;
  private final BooleanSupplier healed;

  /**
   * @param healed answers true once nothing is slow any more
   */
  SlowNetwork(Backend backend, ManualTime time, Random random, BooleanSupplier healed) {
    this.backend = backend;
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
  public String describe() {
    return backend.describe();
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    // One that is given up leaves its session to expire.
    return slow(
        () ->
            backend
                .enrol(node, lease, hints)
                .thenApply(
                    outcome ->
                        outcome instanceof EnrolOutcome.Enrolled enrolled
                            ? new EnrolOutcome.Enrolled(new SlowSession(enrolled.session()))
                            : outcome),
        new EnrolOutcome.Failed("no reply", true));
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    return slow(() -> backend.read(job), new ReadOutcome.Failed("no reply"));
  }

  @Override
  public CompletionStage<WriteOutcome> write(LedgerWrite write) {
    return slow(() -> backend.write(write), new WriteOutcome.Unknown("no reply"));
  }

  @Override
  public CompletionStage<RunsOutcome> runs(JobKey job) {
    return backend.runs(job);
  }

  @Override
  public CompletionStage<Void> trimRuns(JobKey job, long below) {
    return backend.trimRuns(job, below);
  }

  @Override
  public void close() {
    backend.close();
  }

  private final class SlowSession implements Session {
    private final Session session;

    SlowSession(Session session) {
      this.session = session;
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
      return slow(() -> session.renew(wallClock), new RenewOutcome.Unknown("no reply"));
    }

    @Override
    public CompletionStage<StandOutcome> stand(JobKey job, String guid) {
      return slow(() -> session.stand(job, guid), new StandOutcome.Unknown("no reply"));
    }

    @Override
    public CompletionStage<QueueOutcome> look(Candidate candidate) {
      return slow(() -> session.look(candidate), new QueueOutcome.Unknown("no reply"));
    }

    @Override
    public CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
      return slow(() -> session.withdraw(job), new WithdrawOutcome.Unknown("no reply"));
    }

    @Override
    public void close() {
      session.close();
    }
  }
}

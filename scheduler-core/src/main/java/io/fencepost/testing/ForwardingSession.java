package io.fencepost.testing;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobKey;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** Passes everything on to another session, for tests that change one thing. */
public abstract class ForwardingSession implements Session {
  private final Session session;

  protected ForwardingSession(Session session) {
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
    return session.renew(wallClock);
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

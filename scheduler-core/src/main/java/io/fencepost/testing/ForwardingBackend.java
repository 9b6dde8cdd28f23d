package io.fencepost.testing;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Passes everything on to another backend, for tests that change one thing. */
public abstract class ForwardingBackend implements Backend {
  private final Backend backend;

  protected ForwardingBackend(Backend backend) {
    this.backend = requireNonNull(backend, "backend is null");
  }

  /** What a node gets as its session; the backend's own unless overridden. */
  protected Session wrap(Session session) {
    return session;
  }

  @Override
  public String describe() {
    return backend.describe();
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    return backend
        .enrol(node, lease, hints)
        .thenApply(
            outcome ->
                outcome instanceof EnrolOutcome.Enrolled enrolled
                    ? new EnrolOutcome.Enrolled(wrap(enrolled.session()))
                    : outcome);
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    return backend.read(job);
  }

  @Override
  public CompletionStage<WriteOutcome> write(LedgerWrite write) {
    return backend.write(write);
  }

  @Override
  public CompletionStage<RunsOutcome> runs(JobKey job) {
    return backend.runs(job);
  }

  @Override
  public CompletionStage<Void> trimRuns(JobKey job, String term, long below) {
    return backend.trimRuns(job, term, below);
  }

  @Override
  public void close() {
    backend.close();
  }
}

package io.fencepost.drill.workload;

import io.fencepost.JobKey;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A backend that does not show open claims to who reads: recovery is switched off. */
final class ForgetfulBackend implements Backend {
  private final Backend backend;

  ForgetfulBackend(Backend backend) {
    this.backend = backend;
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    return backend.read(job).thenApply(ForgetfulBackend::withoutOpenClaim);
  }

  private static ReadOutcome withoutOpenClaim(ReadOutcome outcome) {
    return outcome instanceof ReadOutcome.Read read
        ? new ReadOutcome.Read(
            read.state().map(ForgetfulBackend::withoutOpenClaim), read.definition())
        : outcome;
  }

  private static StoredState withoutOpenClaim(StoredState stored) {
    JobState state = LedgerJson.readState(stored.json());
    return state.current().filter(CurrentRun::held).isPresent()
        ? new StoredState(
            stored.version(), stored.token(), LedgerJson.write(state.withCurrent(Optional.empty())))
        : stored;
  }

  @Override
  public String describe() {
    return backend.describe() + " (forgetful)";
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    return backend.enrol(node, lease, hints);
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
  public CompletionStage<Void> trimRuns(JobKey job, long below) {
    return backend.trimRuns(job, below);
  }

  @Override
  public void close() {
    backend.close();
  }
}

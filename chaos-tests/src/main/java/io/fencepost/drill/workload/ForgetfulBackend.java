package io.fencepost.drill.workload;

import io.fencepost.JobKey;
import io.fencepost.ledger.CurrentRun;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.spi.Backend;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.StoredState;
import io.fencepost.testing.ForwardingBackend;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A backend that does not show open claims to who reads: recovery is switched off. */
final class ForgetfulBackend extends ForwardingBackend {
  ForgetfulBackend(Backend backend) {
    super(backend);
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    return super.read(job).thenApply(ForgetfulBackend::withoutOpenClaim);
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
    return super.describe() + " (forgetful)";
  }
}

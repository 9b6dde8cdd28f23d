package io.fencepost.drill.workload;

import io.fencepost.FenceToken;
import io.fencepost.Occurrence;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import java.time.Duration;

/**
 * A run that does not look at its lease. {@link #checkHeld} proves nothing when it returns, since a
 * process can be paused right after it; this is that case, always, so that a drill shows what the
 * sink refuses and not what the run was kind enough to leave out.
 */
record HeedlessRun(RunContext run) implements RunContext {
  @Override
  public String namespace() {
    return run.namespace();
  }

  @Override
  public String node() {
    return run.node();
  }

  @Override
  public Occurrence occurrence() {
    return run.occurrence();
  }

  @Override
  public int attempt() {
    return run.attempt();
  }

  @Override
  public FenceToken fence() {
    return run.fence();
  }

  @Override
  public RunReason reason() {
    return run.reason();
  }

  @Override
  public void checkHeld() {}

  @Override
  public Duration remaining() {
    return run.remaining();
  }
}

package io.fencepost.drill.fault;

import io.fencepost.drill.cluster.ChildProcess;
import io.fencepost.drill.cluster.ProcessState;
import io.fencepost.drill.cluster.Signal;

/**
 * SIGKILL: the process is gone before it can do anything about it. Healing does not bring it back.
 */
public final class Kill extends ProcessFault {
  public Kill(ChildProcess process) {
    super("SIGKILL", process);
  }

  @Override
  public void inject() {
    process().signal(Signal.KILL);
  }

  @Override
  public boolean tookHold() {
    return !process().isAlive() || process().state() == ProcessState.GONE;
  }
}

package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.cluster.ChildProcess;
import io.fencepost.drill.cluster.ProcessState;
import io.fencepost.drill.cluster.Signal;

/**
 * SIGKILL: the process is gone before it can do anything about it. Healing does not bring it back.
 */
public final class Kill implements Fault {
  private final ChildProcess process;

  public Kill(ChildProcess process) {
    this.process = requireNonNull(process, "process is null");
  }

  @Override
  public String describe() {
    return "SIGKILL " + process;
  }

  @Override
  public String target() {
    return process.name();
  }

  @Override
  public boolean available() {
    return true;
  }

  @Override
  public void inject() {
    process.signal(Signal.KILL);
  }

  @Override
  public boolean tookHold() {
    return !process.isAlive() || process.state() == ProcessState.GONE;
  }

  @Override
  public void heal() {}
}

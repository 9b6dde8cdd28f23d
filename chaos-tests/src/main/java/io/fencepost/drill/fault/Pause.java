package io.fencepost.drill.fault;

import io.fencepost.drill.cluster.ChildProcess;
import io.fencepost.drill.cluster.ProcessState;
import io.fencepost.drill.cluster.Signal;

/**
 * SIGSTOP until it is healed with SIGCONT: the process stands still without noticing, as in a long
 * collection of garbage or on a frozen virtual machine.
 */
public final class Pause extends ProcessFault {
  public Pause(ChildProcess process) {
    super("SIGSTOP", process);
  }

  @Override
  public boolean available() {
    return ProcessState.isKnown();
  }

  @Override
  public void inject() {
    process().signal(Signal.STOP);
  }

  @Override
  public boolean tookHold() {
    return process().state() == ProcessState.STOPPED;
  }

  /** Whoever sends SIGCONT ends it, as the kernel does to a process group that is orphaned. */
  @Override
  public boolean stillHolds() {
    return tookHold();
  }

  @Override
  public void heal() {
    if (process().isAlive()) {
      process().signal(Signal.CONT);
    }
  }
}

package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.cluster.ChildProcess;
import io.fencepost.drill.cluster.ProcessState;
import io.fencepost.drill.cluster.Signal;

/**
 * SIGSTOP until it is healed with SIGCONT: the process stands still without noticing, as in a long
 * collection of garbage or on a frozen virtual machine.
 */
public final class Pause implements Fault {
  private final ChildProcess process;

  public Pause(ChildProcess process) {
    this.process = requireNonNull(process, "process is null");
  }

  @Override
  public String describe() {
    return "SIGSTOP " + process;
  }

  @Override
  public String target() {
    return process.name();
  }

  @Override
  public boolean available() {
    return ProcessState.isKnown();
  }

  @Override
  public void inject() {
    process.signal(Signal.STOP);
  }

  @Override
  public boolean tookHold() {
    return process.state() == ProcessState.STOPPED;
  }

  @Override
  public void heal() {
    if (process.isAlive()) {
      process.signal(Signal.CONT);
    }
  }
}

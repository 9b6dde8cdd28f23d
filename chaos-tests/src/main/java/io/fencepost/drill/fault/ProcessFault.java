package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.cluster.ChildProcess;

/** A signal to a process. */
abstract class ProcessFault implements Fault {
  private final String signal;
  private final ChildProcess process;

  ProcessFault(String signal, ChildProcess process) {
    this.signal = signal;
    this.process = requireNonNull(process, "process is null");
  }

  final ChildProcess process() {
    return process;
  }

  @Override
  public final String describe() {
    return signal + " " + process;
  }

  @Override
  public final String target() {
    return process.name();
  }

  @Override
  public void heal() {}
}

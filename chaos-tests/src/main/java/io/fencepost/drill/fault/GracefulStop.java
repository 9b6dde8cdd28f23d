package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.cluster.ChildProcess;
import io.fencepost.drill.cluster.Signal;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.Kind;
import java.nio.file.Path;

/**
 * SIGTERM, as a deploy sends it. It holds once the process says that it is ending, or has ended.
 */
public final class GracefulStop extends ProcessFault {
  private final Path history;

  /**
   * @param history where the process writes its history
   */
  public GracefulStop(ChildProcess process, Path history) {
    super("SIGTERM", process);
    this.history = requireNonNull(history, "history is null");
  }

  @Override
  public void inject() {
    process().signal(Signal.TERM);
  }

  @Override
  public boolean tookHold() {
    return !process().isAlive() || History.tells(history, Kind.PROCESS_ENDING);
  }
}

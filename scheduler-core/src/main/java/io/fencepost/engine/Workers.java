package io.fencepost.engine;

import io.fencepost.JobKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Counts the node's busy workers, and remembers which jobs wait for one. Engine thread only. */
final class Workers {
  private final int limit;
  private final RunExecutor executor;
  private final Set<JobKey> waiting = new LinkedHashSet<>();
  private Consumer<JobKey> onFree = key -> {};
  private int busy;

  Workers(int limit, RunExecutor executor) {
    this.limit = limit;
    this.executor = executor;
  }

  void onFree(Consumer<JobKey> callback) {
    onFree = callback;
  }

  boolean isFreeFor(JobKey job) {
    if (busy < limit) {
      waiting.remove(job);
      return true;
    }
    waiting.add(job);
    return false;
  }

  RunExecutor take() {
    busy++;
    return executor;
  }

  void release() {
    busy--;
    List<JobKey> woken = List.copyOf(waiting);
    waiting.clear();
    woken.forEach(onFree);
  }
}

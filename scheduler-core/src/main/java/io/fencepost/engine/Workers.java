package io.fencepost.engine;

import io.fencepost.JobKey;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Counts the node's busy workers, those that claims under way have reserved, and the jobs that wait
 * for one. Engine thread only.
 */
final class Workers {
  private final int limit;
  private final RunExecutor executor;
  private final Set<JobKey> reserved = new HashSet<>();
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

  /** Keeps a worker for the job, one at most, until it is taken or given back. */
  boolean reserve(JobKey job) {
    if (reserved.contains(job)) {
      return true;
    }
    if (busy + reserved.size() < limit) {
      waiting.remove(job);
      reserved.add(job);
      return true;
    }
    waiting.add(job);
    return false;
  }

  void giveBack(JobKey job) {
    waiting.remove(job);
    if (reserved.remove(job)) {
      wakeWaiting();
    }
  }

  RunExecutor take(JobKey job) {
    reserved.remove(job);
    busy++;
    return executor;
  }

  void release() {
    busy--;
    wakeWaiting();
  }

  private void wakeWaiting() {
    List<JobKey> woken = List.copyOf(waiting);
    waiting.clear();
    woken.forEach(onFree);
  }
}

package io.fencepost.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A watch on the deletion of one key. Thread-safe. It calls back once and is over then, also if
 * jetcd would go on: a watch that failed has lost events before.
 */
final class Watching {
  /** So that a watch which fails at once is not begun again all the time. */
  private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

  private final String key;
  private final long revision;
  private final Runnable changed;
  private final Executor executor;
  private Watch.@Nullable Watcher watcher;
  private boolean over;

  Watching(String key, long revision, Runnable changed, Executor executor) {
    this.key = key;
    this.revision = revision;
    this.changed = changed;
    this.executor = executor;
  }

  String key() {
    return key;
  }

  synchronized boolean isOver() {
    return over;
  }

  /** Begins, unless it is closed already. */
  void start(Client client) {
    if (isOver()) {
      return;
    }
    WatchOption option =
        WatchOption.builder()
            .withRevision(revision)
            .withNoPut(true)
            .withRequireLeader(true)
            .build();
    Watch.Watcher fresh;
    try {
      fresh = client.getWatchClient().watch(Keys.bytes(key), option, listener());
    } catch (RuntimeException closedClient) {
      end(AFTER_FAILURE);
      return;
    }
    synchronized (this) {
      watcher = fresh;
      if (!over) {
        return;
      }
    }
    fresh.close();
  }

  /** Ends it without calling back. */
  void close() {
    if (stop()) {
      closeWatcher();
    }
  }

  private Watch.Listener listener() {
    return new Watch.Listener() {
      @Override
      public void onNext(WatchResponse response) {
        if (!response.getEvents().isEmpty()) {
          end(Duration.ZERO);
        }
      }

      @Override
      public void onError(Throwable error) {
        end(AFTER_FAILURE);
      }

      @Override
      public void onCompleted() {
        end(AFTER_FAILURE);
      }
    };
  }

  private void end(Duration wait) {
    if (stop()) {
      closeWatcher();
      later(changed, wait);
    }
  }

  /** Whether it was still going on. */
  private synchronized boolean stop() {
    boolean first = !over;
    over = true;
    return first;
  }

  /** jetcd may hold a lock that closing needs, so not on its thread. */
  private void closeWatcher() {
    Watch.@Nullable Watcher running;
    synchronized (this) {
      running = watcher;
    }
    if (running != null) {
      later(running::close, Duration.ZERO);
    }
  }

  private void later(Runnable task, Duration wait) {
    try {
      CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS, executor)
          .execute(task);
    } catch (RejectedExecutionException closedBackend) {
      // Nobody is waiting any more.
    }
  }
}

package io.fencepost.zookeeper;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * One node's connection to a ZooKeeper ensemble. Each enrolment is a session of its own; ledgers
 * are read and written through the newest one. What a write may do depends on its conditions alone,
 * not on the session that carries it.
 */
public final class ZooKeeperBackend implements Backend {
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final Paths paths;
  private final String namespace;
  private final ZooKeeperSettings settings;
  private final List<ZooKeeperSession> sessions = new CopyOnWriteArrayList<>();

  /** Connects and closes, which block; never used for a request. */
  private final ExecutorService connector =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "fencepost-zookeeper-" + THREADS.getAndIncrement());
            thread.setDaemon(true);
            return thread;
          });

  ZooKeeperBackend(String namespace, ZooKeeperSettings settings) {
    this.namespace = requireNonNull(namespace, "namespace is null");
    this.paths = Paths.of(namespace);
    this.settings = requireNonNull(settings, "settings is null");
  }

  @Override
  public String describe() {
    return "zookeeper " + settings.connect() + " namespace=" + namespace;
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    return CompletableFuture.supplyAsync(
        () -> {
          Enrolment enrolment = new Enrolment(settings, paths, node, connector);
          EnrolOutcome outcome = enrolment.connect(lease, hints, sessions::remove);
          if (outcome instanceof EnrolOutcome.Enrolled enrolled) {
            sessions.add((ZooKeeperSession) enrolled.session());
          }
          return outcome;
        },
        connector);
  }

  private <T> CompletionStage<T> throughNewest(
      Function<Ledger, CompletableFuture<T>> request, Function<String, T> otherwise) {
    Optional<ZooKeeperSession> newest = sessions.isEmpty() ? Optional.empty() : newest();
    if (newest.isEmpty()) {
      return completedFuture(otherwise.apply("there is no session"));
    }
    return request
        .apply(newest.get().ledger())
        .completeOnTimeout(
            otherwise.apply("no reply within " + settings.requestTimeout()),
            settings.requestTimeout().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private Optional<ZooKeeperSession> newest() {
    List<ZooKeeperSession> now = List.copyOf(sessions);
    return now.isEmpty() ? Optional.empty() : Optional.of(now.get(now.size() - 1));
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    return throughNewest(ledger -> ledger.read(job), ReadOutcome.Failed::new);
  }

  @Override
  public CompletionStage<WriteOutcome> write(LedgerWrite write) {
    return throughNewest(ledger -> ledger.write(write), WriteOutcome.Unknown::new);
  }

  @Override
  public CompletionStage<RunsOutcome> runs(JobKey job) {
    return throughNewest(ledger -> ledger.runs(job), RunsOutcome.Failed::new);
  }

  @Override
  public CompletionStage<Void> trimRuns(JobKey job, long below) {
    return newest()
        .map(session -> session.ledger().trimRuns(job, below))
        .orElseGet(() -> completedFuture(null));
  }

  @Override
  public void close() {
    sessions.forEach(ZooKeeperSession::close);
    connector.shutdown();
    try {
      connector.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

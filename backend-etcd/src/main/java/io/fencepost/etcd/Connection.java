package io.fencepost.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Txn;
import io.etcd.jetcd.kv.DeleteResponse;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.lease.LeaseGrantResponse;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.lease.LeaseRevokeResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.fencepost.time.Durations;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests to etcd. Thread-safe; nothing blocks, and every request is answered within its deadline.
 *
 * <p>Requests begin on a thread of the connection's own, because jetcd may resolve names or load
 * classes first. The client is replaced when it has had no use for the request timeout: left alone
 * it would stay with a member that is cut off until TCP gives up, or wait up to two minutes before
 * it connects again. What is under way then is unclear, and watches end, which is a hint to look
 * again.
 */
final class Connection {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);
  private static final AtomicLong THREADS = new AtomicLong();
  private static final Failure CLOSED = Failure.unclear("the backend is closed");

  private final Settings settings;
  private final Ticker ticker;
  private final ExecutorService executor;
  private final ClientFactory factory;
  private volatile Client client;
  private volatile boolean closed;

  /** When an answer came last that was of use, or a client was built last. */
  private volatile long usefulNanos;

  /** New clients since the last answer that was of use, of which only the first is told. */
  private final AtomicInteger inVain = new AtomicInteger();

  private final AtomicBoolean unusable = new AtomicBoolean();
  private int built;

  Connection(Settings settings, Ticker ticker) {
    this.settings = settings;
    this.ticker = ticker;
    this.executor =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "fencepost-etcd-" + THREADS.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    this.factory = new ClientFactory(settings, executor);
    this.client = factory.build(built);
    this.usefulNanos = ticker.nanos();
  }

  ExecutorService executor() {
    return executor;
  }

  /** Leases are granted in whole seconds. */
  CompletionStage<Answer<LeaseGrantResponse>> grant(Duration ttl) {
    long seconds = Math.max(1, ttl.plusSeconds(1).minusNanos(1).toSeconds());
    return ask(at -> at.getLeaseClient().grant(seconds));
  }

  CompletionStage<Answer<LeaseRevokeResponse>> revoke(long lease) {
    return ask(at -> at.getLeaseClient().revoke(lease));
  }

  CompletionStage<Answer<LeaseKeepAliveResponse>> renew(long lease) {
    return ask(at -> at.getLeaseClient().keepAliveOnce(lease));
  }

  CompletionStage<Answer<TxnResponse>> txn(
      List<Cmp> conditions, List<Op> then, List<Op> otherwise) {
    return ask(
        at -> {
          Txn txn = at.getKVClient().txn();
          return txn.If(conditions.toArray(Cmp[]::new))
              .Then(then.toArray(Op[]::new))
              .Else(otherwise.toArray(Op[]::new))
              .commit();
        });
  }

  CompletionStage<Answer<GetResponse>> get(String key, GetOption option) {
    return askKv(kv -> kv.get(Keys.bytes(key), option));
  }

  CompletionStage<Answer<DeleteResponse>> delete(String key, DeleteOption option) {
    return askKv(kv -> kv.delete(Keys.bytes(key), option));
  }

  /**
   * Calls back once when the key is deleted, or when it is not known any more whether it was.
   *
   * @param revision from which on, so that nothing between a list and the watch is missed
   */
  Watching watch(String key, long revision, Runnable changed) {
    Watching watching = new Watching(key, revision, changed, executor);
    try {
      executor.execute(() -> watching.start(client));
    } catch (RejectedExecutionException e) {
      log.debug("the backend is closed, {} is not watched", key);
    }
    return watching;
  }

  /** What is to be found out about members that do not answer. Never fails. */
  CompletionStage<String> explainSilence() {
    try {
      return Probe.explain(settings, executor);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(CLOSED.said());
    }
  }

  /** Ends what is under way. */
  void close() {
    Client last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = client;
    }
    last.close();
    executor.shutdown();
  }

  private <T> CompletionStage<Answer<T>> askKv(Function<KV, CompletableFuture<T>> request) {
    return ask(at -> request.apply(at.getKVClient()));
  }

  private <T> CompletionStage<Answer<T>> ask(Function<Client, CompletableFuture<T>> request) {
    if (closed) {
      return CompletableFuture.completedFuture(Answer.failed(CLOSED));
    }
    long patienceMillis = settings.requestTimeout().toMillis();
    CompletableFuture<Answer<T>> reply;
    try {
      reply =
          CompletableFuture.completedFuture(client)
              .thenComposeAsync(request, executor)
              .handle(
                  (value, error) ->
                      error == null ? Answer.of(value) : Answer.failed(Failure.of(error)));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(Answer.failed(CLOSED));
    }
    return reply
        .completeOnTimeout(
            Answer.failed(Failure.unclear("no answer within " + patienceMillis + " ms")),
            patienceMillis,
            TimeUnit.MILLISECONDS)
        .thenApply(
            answer -> {
              judge(answer);
              return answer;
            });
  }

  /** Replaces a client that is of no use. */
  private void judge(Answer<?> answer) {
    long now = ticker.nanos();
    if (!answer.failedBy(Failure.Kind.UNCLEAR)) {
      usefulNanos = now;
      if (inVain.get() > 0 && inVain.getAndSet(0) > 0) {
        log.info("etcd answers again");
      }
    } else if (now - usefulNanos >= settings.requestTimeout().toNanos()) {
      replace(now);
    }
  }

  private synchronized void replace(long now) {
    if (closed || now - usefulNanos < settings.requestTimeout().toNanos()) {
      return;
    }
    usefulNanos = now;
    built++;
    int number = built;
    executor.execute(() -> replace(number));
  }

  private void replace(int number) {
    tellSilence(number);
    Client fresh;
    try {
      fresh = factory.build(number);
      unusable.set(false);
    } catch (RuntimeException e) {
      // A certificate may be missing while it is exchanged.
      if (!unusable.getAndSet(true)) {
        log.warn("cannot make a new client for etcd, going on with the old one: {}", e.toString());
      }
      return;
    }
    Client old;
    synchronized (this) {
      old = closed ? fresh : client;
      client = closed ? client : fresh;
    }
    old.close();
  }

  private void tellSilence(int number) {
    if (inVain.getAndIncrement() == 0) {
      log.info(
          "no useful answer from etcd for {} (fencepost.etcd.request-timeout): trying the members"
              + " in turn, each with a new client, until one answers",
          Durations.text(settings.requestTimeout()));
    } else {
      log.debug("still no useful answer from etcd: new client, {} so far", number);
    }
  }
}

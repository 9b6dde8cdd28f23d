package io.fencepost.etcd;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.lease.LeaseGrantResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.EnrolOutcome.Enrolled;
import io.fencepost.spi.EnrolOutcome.Failed;
import io.fencepost.spi.EnrolOutcome.NodeIdTaken;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.Session;
import io.fencepost.time.Durations;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * From nothing to a registered node. Each session registers under a key of its own, so that
 * sessions of one process do not depend on each other.
 *
 * <p>One transaction puts the key and lists the node's others. Of two processes that register at
 * once the earlier never gives way, and the later always sees it.
 */
final class Enrolment {
  private static final Duration AGAIN = Duration.ofMillis(200);

  private final Connection connection;
  private final Leases leases;
  private final Settings settings;
  private final Keys keys;
  private final NodeInfo node;
  private final Ticker ticker;
  private final long startedAt;

  Enrolment(
      Connection connection,
      Leases leases,
      Settings settings,
      Keys keys,
      NodeInfo node,
      Ticker ticker) {
    this.connection = connection;
    this.leases = leases;
    this.settings = settings;
    this.keys = keys;
    this.node = node;
    this.ticker = ticker;
    this.startedAt = ticker.nanos();
  }

  CompletionStage<EnrolOutcome> enrol(Duration lease, Function<Registration, Session> opened) {
    return grant(lease)
        .thenCompose(
            answer -> {
              if (!answer.isOk()) {
                return noLease(answer.failure());
              }
              return register(answer.value(), opened);
            });
  }

  /** Tries again, perhaps with another member, until the connection timeout. */
  private CompletionStage<Answer<LeaseGrantResponse>> grant(Duration ttl) {
    return connection
        .grant(ttl)
        .thenCompose(
            answer ->
                answer.failedBy(Failure.Kind.UNCLEAR) && isWorthwhile()
                    ? later().thenCompose(now -> grant(ttl))
                    : CompletableFuture.completedFuture(answer));
  }

  private boolean isWorthwhile() {
    return !leases.isClosed() && elapsed().compareTo(settings.connectionTimeout()) < 0;
  }

  private Duration elapsed() {
    return Duration.ofNanos(ticker.nanos() - startedAt);
  }

  private static CompletionStage<Void> later() {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(AGAIN.toMillis(), TimeUnit.MILLISECONDS));
  }

  private CompletionStage<EnrolOutcome> register(
      LeaseGrantResponse granted, Function<Registration, Session> opened) {
    long lease = granted.getID();
    String key = keys.node(node.id(), lease);
    return connection
        .txn(
            List.of(new Cmp(Keys.bytes(key), Cmp.Op.EQUAL, CmpTarget.createRevision(0))),
            List.of(
                Op.put(
                    Keys.bytes(key),
                    Keys.bytes(NodeRecord.write(node, Optional.empty())),
                    PutOption.builder().withLeaseId(lease).build()),
                Op.get(
                    Keys.bytes(keys.node(node.id())), GetOption.builder().isPrefix(true).build())),
            List.of())
        .thenApply(
            answer -> {
              Optional<EnrolOutcome> objection = objection(answer, key);
              if (objection.isPresent()) {
                leases.revoke(lease);
                return objection.get();
              }
              return new Enrolled(
                  opened.apply(
                      new Registration(
                          lease,
                          Duration.ofSeconds(granted.getTTL()),
                          key,
                          answer.value().getHeader().getRevision())));
            });
  }

  private Optional<EnrolOutcome> objection(Answer<TxnResponse> answer, String key) {
    if (!answer.isOk()) {
      return Optional.of(failed(answer.failure(), "registering as " + key));
    }
    if (!answer.value().isSucceeded()) {
      return Optional.of(new Failed(key + " is there already, though its lease is new", true));
    }
    return answer.value().getGetResponses().get(0).getKvs().stream()
        .filter(other -> !Keys.text(other.getKey()).equals(key))
        .map(KeyValue::getValue)
        .map(Keys::text)
        .filter(json -> NodeRecord.isOfAnotherProcess(json, node))
        .findFirst()
        .map(json -> new NodeIdTaken(NodeRecord.describe(json)));
  }

  private CompletionStage<EnrolOutcome> noLease(Failure failure) {
    if (!failure.is(Failure.Kind.UNCLEAR)) {
      return done(failed(failure, "granting a lease"));
    }
    // Only what etcd said: what the client says of a request without an answer differs each time,
    // as the time that was measured does, and a reason that changes is told anew each time.
    String text =
        "no etcd member granted a lease within fencepost.etcd.connection-timeout = "
            + Durations.text(settings.connectionTimeout())
            + (failure.isOfEtcd() ? " (" + failure.said() + ")" : "");
    if (leases.isClosed()) {
      return done(new Failed(text, false));
    }
    return connection
        .explainSilence()
        .thenApply(why -> new Failed(text + ": " + why, !leases.isClosed()));
  }

  private EnrolOutcome failed(Failure failure, String doing) {
    return new Failed(
        "etcd at " + settings.servers() + " answered: " + failure.cause(doing),
        !failure.is(Failure.Kind.DENIED));
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}

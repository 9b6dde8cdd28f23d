package io.fencepost.etcd;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.RenewOutcome.Ended;
import io.fencepost.spi.RenewOutcome.Renewed;
import io.fencepost.spi.RenewOutcome.Unknown;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews a lease: {@code LeaseKeepAlive}, and after its acknowledgement a transaction that stores
 * the heartbeat if the registration is still there.
 *
 * <p>The leader acknowledges a renewal by itself, so one that is deposed and does not know it yet
 * may do so in vain, or one that is revoking the lease (etcd#14758). The transaction is what a
 * quorum agrees to. Both answers name a raft term. If it is the same, the leader that renewed was
 * in office when it did: a quorum that had gone over to a later term by then would not have taken
 * part in the transaction. If it is not, the renewal counts as unknown.
 */
final class Renewal {
  private static final Logger log = LoggerFactory.getLogger(Renewal.class);

  private final Connection connection;
  private final Keys keys;
  private final NodeInfo node;
  private final Registration registration;
  private final AtomicBoolean outOfSpace = new AtomicBoolean();

  Renewal(Connection connection, Keys keys, NodeInfo node, Registration registration) {
    this.connection = connection;
    this.keys = keys;
    this.node = node;
    this.registration = registration;
  }

  /**
   * If the user's token is over, tries once more. jetcd authenticates anew only after a failed
   * unary request, which {@code LeaseKeepAlive} is not, so one is made between.
   */
  CompletionStage<RenewOutcome> renew(Instant wallClock) {
    return once(wallClock)
        .thenCompose(
            answer ->
                answer.failedBy(Failure.Kind.TOKEN_OVER) || answer.failedBy(Failure.Kind.DENIED)
                    ? connection
                        .get(registration.key(), GetOption.DEFAULT)
                        .thenCompose(any -> once(wallClock))
                    : CompletableFuture.completedFuture(answer))
        .thenApply(answer -> answer.isOk() ? answer.value() : failed(answer.failure()));
  }

  private CompletionStage<Answer<RenewOutcome>> once(Instant wallClock) {
    return connection
        .renew(registration.lease())
        .thenCompose(
            answer ->
                answer.isOk()
                    ? confirm(answer.value().getHeader().getRaftTerm(), wallClock)
                    : CompletableFuture.completedFuture(Answer.failed(answer.failure())));
  }

  /**
   * @param term in which the renewal was acknowledged
   */
  CompletionStage<Answer<RenewOutcome>> confirm(long term, Instant wallClock) {
    return connection
        .txn(List.of(isMine()), List.of(heartbeat(wallClock), nodes()), List.of())
        .thenCompose(
            answer -> {
              boolean full = answer.failedBy(Failure.Kind.NO_SPACE);
              tellSpace(full);
              return full
                  ? connection.txn(List.of(isMine()), List.of(nodes()), List.of())
                  : CompletableFuture.completedFuture(answer);
            })
        .thenApply(
            answer ->
                answer.isOk()
                    ? Answer.of(confirmed(term, answer.value()))
                    : Answer.failed(answer.failure()));
  }

  private RenewOutcome confirmed(long term, TxnResponse response) {
    if (!response.isSucceeded()) {
      return new Ended(registration.key() + " is gone");
    }
    return response.getHeader().getRaftTerm() == term
        ? new Renewed(Optional.empty(), heartbeats(response.getGetResponses().get(0)))
        : new Unknown("etcd elected a leader while lease " + lease() + " was renewed");
  }

  private RenewOutcome failed(Failure failure) {
    return failure.is(Failure.Kind.NO_LEASE)
        ? new Ended("etcd has no lease " + lease() + " any more")
        : new Unknown(failure.cause("renewing lease " + lease()));
  }

  private Cmp isMine() {
    return new Cmp(
        Keys.bytes(registration.key()),
        Cmp.Op.EQUAL,
        CmpTarget.createRevision(registration.createdAt()));
  }

  private Op heartbeat(Instant wallClock) {
    return Op.put(
        Keys.bytes(registration.key()),
        Keys.bytes(NodeRecord.write(node, Optional.of(wallClock))),
        PutOption.builder().withLeaseId(registration.lease()).build());
  }

  private Op nodes() {
    return Op.get(Keys.bytes(keys.nodes()), GetOption.builder().isPrefix(true).build());
  }

  /** Of a node with several sessions, the latest. */
  private Map<String, Instant> heartbeats(GetResponse nodes) {
    Map<String, Instant> heartbeats = new HashMap<>();
    for (KeyValue kv : nodes.getKvs()) {
      String id = keys.nodeId(Keys.text(kv.getKey()));
      if (!id.equals(node.id())) {
        NodeRecord.heartbeat(Keys.text(kv.getValue()))
            .ifPresent(
                time ->
                    heartbeats.merge(id, time, (one, other) -> one.isAfter(other) ? one : other));
      }
    }
    return heartbeats;
  }

  private void tellSpace(boolean full) {
    if (outOfSpace.getAndSet(full) == full) {
      return;
    }
    if (full) {
      log.warn(
          "etcd is out of space: leases are renewed, but no job can claim: node={}", node.id());
    } else {
      log.info("etcd has space again: node={}", node.id());
    }
  }

  private String lease() {
    return Keys.lease(registration.lease());
  }
}

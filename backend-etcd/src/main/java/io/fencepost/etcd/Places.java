package io.fencepost.etcd;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.GetOption.SortOrder;
import io.etcd.jetcd.options.GetOption.SortTarget;
import io.etcd.jetcd.options.PutOption;
import io.fencepost.JobKey;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The places of one session in the jobs' lines: in each at most one key, named by the lease and put
 * only if absent. Whoever was put earlier stands before. Thread-safe.
 *
 * <p>So a session cannot have a second candidate in a line. A request to stand that arrives after
 * its candidacy is over puts the key again; the next candidacy takes that place over, and
 * withdrawing deletes it, whoever's it was.
 */
final class Places {
  private final Connection connection;
  private final Keys keys;
  private final long lease;
  private final SessionHints hints;
  private final Map<JobKey, Watching> watches = new HashMap<>();
  private boolean closed;

  Places(Connection connection, Keys keys, long lease, SessionHints hints) {
    this.connection = connection;
    this.keys = keys;
    this.lease = lease;
    this.hints = hints;
  }

  CompletionStage<StandOutcome> stand(JobKey job, String guid) {
    String key = keys.candidate(job, lease);
    return connection
        .txn(
            List.of(new Cmp(Keys.bytes(key), Cmp.Op.EQUAL, CmpTarget.createRevision(0))),
            List.of(
                Op.put(
                    Keys.bytes(key),
                    Keys.bytes(guid),
                    PutOption.builder().withLeaseId(lease).build())),
            List.of(Op.get(Keys.bytes(key), GetOption.builder().withKeysOnly(true).build())))
        .thenApply(
            answer -> {
              if (!answer.isOk()) {
                return notStanding(job, answer.failure());
              }
              long order =
                  answer.value().isSucceeded()
                      ? answer.value().getHeader().getRevision()
                      : answer.value().getGetResponses().get(0).getKvs().get(0).getCreateRevision();
              return new StandOutcome.Standing(new Candidate(job, guid, key, order));
            });
  }

  /** Asks for the candidate and the one before it, and nothing else. */
  CompletionStage<QueueOutcome> look(Candidate candidate) {
    GetOption two =
        GetOption.builder()
            .isPrefix(true)
            .withKeysOnly(true)
            .withMaxCreateRevision(candidate.order())
            .withSortField(SortTarget.CREATE)
            .withSortOrder(SortOrder.DESCEND)
            .withLimit(2)
            .build();
    return connection
        .get(keys.election(candidate.job()), two)
        .thenApply(
            answer ->
                answer.isOk()
                    ? place(candidate, answer.value())
                    : new QueueOutcome.Unknown(
                        answer.failure().cause("looking at the line of " + candidate.job())));
  }

  CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
    unwatch(job);
    return connection
        .delete(keys.candidate(job, lease), DeleteOption.DEFAULT)
        .thenApply(
            answer ->
                answer.isOk()
                    ? new WithdrawOutcome.Done()
                    : new WithdrawOutcome.Unknown(
                        answer.failure().cause("leaving the line of " + job)));
  }

  /** Ends all watches. */
  synchronized void close() {
    closed = true;
    watches.values().forEach(Watching::close);
    watches.clear();
  }

  private StandOutcome notStanding(JobKey job, Failure failure) {
    return failure.is(Failure.Kind.NO_LEASE)
        ? new StandOutcome.SessionEnded("etcd has no lease " + Keys.lease(lease) + " any more")
        : new StandOutcome.Unknown(failure.cause("standing for " + job));
  }

  private QueueOutcome place(Candidate candidate, GetResponse response) {
    List<KeyValue> line = response.getKvs();
    if (line.isEmpty() || !is(line.get(0), candidate)) {
      unwatch(candidate.job());
      return new QueueOutcome.Absent();
    }
    if (line.size() == 1) {
      unwatch(candidate.job());
      return new QueueOutcome.First();
    }
    String before = Keys.text(line.get(1).getKey());
    watch(candidate.job(), before, response.getHeader().getRevision() + 1);
    return new QueueOutcome.Behind(before);
  }

  private static boolean is(KeyValue kv, Candidate candidate) {
    return kv.getCreateRevision() == candidate.order()
        && Keys.text(kv.getKey()).equals(candidate.path());
  }

  /** One watch, on the one before, so that a leaving candidate wakes one node and not all. */
  private synchronized void watch(JobKey job, String before, long revision) {
    Watching running = watches.get(job);
    if (closed || (running != null && !running.isOver() && running.key().equals(before))) {
      return;
    }
    unwatch(job);
    watches.put(job, connection.watch(before, revision, () -> hints.queueChanged(job)));
  }

  private synchronized void unwatch(JobKey job) {
    Watching running = watches.remove(job);
    if (running != null) {
      running.close();
    }
  }
}

package io.fencepost.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import io.fencepost.spi.WriteOutcome.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link LedgerWrite} as one transaction: if the candidate, the term in office and the state are
 * what they were, put all of it; else tell which of them is not. What a transaction puts gets its
 * revision, which the answer's header tells. The header of a refused one holds a revision too,
 * which is no token.
 */
final class LedgerTransaction {
  /** etcd's default of {@code --max-txn-ops}; it counts conditions and operations apart. */
  private static final int MOST_OPERATIONS = 128;

  /** What a request needs beside keys and values, generously. */
  private static final int BYTES_PER_OPERATION = 64;

  private final LedgerWrite write;
  private final String stateKey;
  private final List<Cmp> conditions = new ArrayList<>();
  private final List<Op> writes = new ArrayList<>();
  private final List<Op> reasons = new ArrayList<>();
  private long bytes;

  LedgerTransaction(LedgerWrite write, Keys keys) {
    this.write = write;
    this.stateKey = keys.state(write.job());
    condition(stateKey, CmpTarget.modRevision(write.expectedVersion().orElse(0)));
    reasons.add(find(stateKey));
    String officeKey = keys.office(write.job());
    reasons.add(Op.get(Keys.bytes(officeKey), GetOption.DEFAULT));
    if (write.takesOffice()) {
      put(officeKey, write.term());
    } else {
      condition(officeKey, CmpTarget.value(Keys.bytes(write.term())));
    }
    write
        .candidate()
        .ifPresent(
            candidate -> {
              condition(candidate.path(), CmpTarget.createRevision(candidate.order()));
              reasons.add(find(candidate.path()));
            });
    put(stateKey, write.state());
    write.definition().ifPresent(json -> put(keys.definition(write.job()), json));
    for (RunEntry run : write.runs()) {
      String key = keys.run(write.job(), run.number());
      condition(key, CmpTarget.createRevision(0));
      put(key, run.json());
    }
  }

  List<Cmp> conditions() {
    return conditions;
  }

  List<Op> writes() {
    return writes;
  }

  /** What to read if a condition fails, to tell which. */
  List<Op> reasons() {
    return reasons;
  }

  /** Why it need not be sent, if so. */
  Optional<WriteOutcome> refusal(long maxRequestBytes) {
    if (bytes > maxRequestBytes) {
      return rejected(
          Reason.CANNOT_WRITE,
          "the request has about "
              + bytes
              + " bytes, allowed are "
              + maxRequestBytes
              + " (fencepost.etcd.max-request-size)");
    }
    int operations = Math.max(conditions.size(), writes.size());
    if (operations > MOST_OPERATIONS) {
      return rejected(
          Reason.CANNOT_WRITE,
          "the transaction has " + operations + " operations, etcd allows " + MOST_OPERATIONS);
    }
    if (write.expectedVersion().orElse(1) < 1) {
      // To etcd, 0 would mean that there is no state.
      return rejected(
          Reason.STATE_CHANGED,
          "no state was ever at version " + write.expectedVersion().orElseThrow());
    }
    return Optional.empty();
  }

  /** What the answer means. */
  WriteOutcome outcome(Answer<TxnResponse> answer) {
    if (!answer.isOk()) {
      String detail = answer.failure().cause("writing the state of " + write.job());
      return answer.failure().isRefusal()
          ? new Rejected(Reason.CANNOT_WRITE, detail)
          : new Unknown(detail);
    }
    TxnResponse response = answer.value();
    if (response.isSucceeded()) {
      long revision = response.getHeader().getRevision();
      return new Granted(revision, revision);
    }
    return refused(response.getGetResponses());
  }

  private WriteOutcome refused(List<GetResponse> found) {
    Optional<Candidate> candidate = write.candidate();
    if (candidate.isPresent()
        && candidate.get().order()
            != first(found.get(2)).map(KeyValue::getCreateRevision).orElse(0L)) {
      return new Rejected(Reason.CANDIDATE_GONE, candidate.get().path() + " is gone");
    }
    long version = first(found.get(0)).map(KeyValue::getModRevision).orElse(0L);
    long expected = write.expectedVersion().orElse(0);
    if (version != expected) {
      return new Rejected(
          Reason.STATE_CHANGED,
          "state is at " + words(version) + ", expected was " + words(expected));
    }
    String term = first(found.get(1)).map(kv -> Keys.text(kv.getValue())).orElse("none");
    return write.takesOffice() || term.equals(write.term())
        ? new Rejected(Reason.CONDITION_FAILED, "the run record exists already")
        : new Rejected(
            Reason.STATE_CHANGED,
            "the term in office is " + term + ", this write is of term " + write.term());
  }

  private static String words(long version) {
    return version == 0 ? "no version" : "version " + version;
  }

  private static Optional<KeyValue> first(GetResponse response) {
    return response.getKvs().stream().findFirst();
  }

  private static Optional<WriteOutcome> rejected(Reason reason, String detail) {
    return Optional.of(new Rejected(reason, detail));
  }

  private static Op find(String key) {
    return Op.get(Keys.bytes(key), GetOption.builder().withKeysOnly(true).build());
  }

  private void condition(String key, CmpTarget<?> target) {
    conditions.add(new Cmp(Keys.bytes(key), Cmp.Op.EQUAL, target));
    bytes += key.length() + BYTES_PER_OPERATION;
  }

  private void put(String key, String json) {
    ByteSequence value = ByteSequence.from(json.getBytes(UTF_8));
    writes.add(Op.put(Keys.bytes(key), value, PutOption.DEFAULT));
    bytes += key.length() + value.size() + BYTES_PER_OPERATION;
  }
}

package io.fencepost.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.OptionalLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;

/**
 * A {@link LedgerWrite} as one {@code multi}: check the candidate, set the state at its version,
 * check the term in office or replace it, then the rest. Data versions repeat when a znode is made
 * anew or the store is rolled back; the name of a term's znode does not. All operations of a {@code
 * multi} share one zxid, which the state's new Stat tells.
 */
final class LedgerTransaction {
  /** What a request needs beside paths and values, generously. */
  private static final int BYTES_PER_OPERATION = 128;

  private final LedgerWrite write;
  private final List<Op> operations = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private long bytes;

  private enum Part {
    CANDIDATE,
    STATE,
    TERM,
    OFFICE,
    DEFINITION,
    RUN
  }

  /**
   * @param termsToEnd what a write that takes office finds there
   */
  LedgerTransaction(LedgerWrite write, List<String> termsToEnd, Paths paths, Access access) {
    this.write = write;
    write
        .candidate()
        .ifPresent(candidate -> add(Part.CANDIDATE, Op.check(candidate.path(), -1), 0));
    set(Part.STATE, paths.state(write.job()), write.state(), version(write.expectedVersion()));
    String term = paths.term(write.job(), write.term());
    if (write.takesOffice()) {
      for (String ended : termsToEnd) {
        add(Part.OFFICE, Op.delete(paths.term(write.job(), ended), -1), 0);
      }
      add(Part.OFFICE, Op.create(term, new byte[0], access.of(term), CreateMode.PERSISTENT), 0);
    } else {
      add(Part.TERM, Op.check(term, -1), 0);
    }
    write
        .definition()
        .ifPresent(json -> set(Part.DEFINITION, paths.definition(write.job()), json, -1));
    for (RunEntry run : write.runs()) {
      byte[] json = run.json().getBytes(UTF_8);
      String path = paths.run(write.job(), run.number());
      Op create = Op.create(path, json, access.of(path), CreateMode.PERSISTENT);
      add(Part.RUN, create, json.length);
    }
  }

  List<Op> operations() {
    return operations;
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
              + " (fencepost.zookeeper.max-request-size)");
    }
    OptionalLong expected = write.expectedVersion();
    if (expected.isPresent()
        && (expected.getAsLong() < 1 || expected.getAsLong() > Integer.MAX_VALUE)) {
      // To ZooKeeper, -1 would mean any version.
      return rejected(Reason.STATE_CHANGED, "no state was ever at version " + expected.getAsLong());
    }
    return Optional.empty();
  }

  /** What the answer means. */
  WriteOutcome outcome(Answer<List<OpResult>> answer) {
    if (answer.isOk()) {
      OpResult.SetDataResult state =
          (OpResult.SetDataResult) answer.value().get(parts.indexOf(Part.STATE));
      return new Granted(state.getStat().getVersion(), state.getStat().getMzxid());
    }
    if (answer.isRefused()) {
      return notSent(write, answer);
    }
    String detail = answer.cause(doing(write));
    int failed = failedOperation(answer);
    if (failed < 0) {
      return new Unknown(detail);
    }
    return switch (parts.get(failed)) {
      case CANDIDATE ->
          rejectedIf(answer.is(Code.NONODE), Reason.CANDIDATE_GONE, candidate() + " is gone");
      case STATE ->
          rejectedIf(
              answer.is(Code.BADVERSION),
              Reason.STATE_CHANGED,
              "state is not at version " + version(write.expectedVersion()));
      case RUN ->
          rejectedIf(
              answer.is(Code.NODEEXISTS), Reason.CONDITION_FAILED, "the run record exists already");
      case TERM ->
          rejectedIf(
              answer.is(Code.NONODE),
              Reason.STATE_CHANGED,
              "the term in office is not " + write.term());
      case OFFICE, DEFINITION -> new Unknown(detail);
    };
  }

  /** What it means that something before it failed. */
  static WriteOutcome notSent(LedgerWrite write, Answer<?> answer) {
    String detail = answer.cause(doing(write));
    return answer.isRefused() ? new Rejected(Reason.CANNOT_WRITE, detail) : new Unknown(detail);
  }

  private static String doing(LedgerWrite write) {
    return "writing the state of " + write.job();
  }

  /** Whether a znode that should always be there is not. */
  boolean lacksParents(Answer<List<OpResult>> answer) {
    int failed = answer.is(Code.NONODE) ? failedOperation(answer) : -1;
    return failed >= 0 && parts.get(failed) != Part.CANDIDATE && parts.get(failed) != Part.TERM;
  }

  private static Optional<WriteOutcome> rejected(Reason reason, String detail) {
    return Optional.of(new Rejected(reason, detail));
  }

  private static WriteOutcome rejectedIf(boolean known, Reason reason, String detail) {
    return known ? new Rejected(reason, detail) : new Unknown(detail);
  }

  private static int failedOperation(Answer<List<OpResult>> answer) {
    List<OpResult> results = answer.orNull() == null ? List.of() : answer.value();
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) instanceof OpResult.ErrorResult error
          && error.getErr() != Code.OK.intValue()) {
        return i;
      }
    }
    return -1;
  }

  private String candidate() {
    return write.candidate().orElseThrow().path();
  }

  private void set(Part part, String path, String json, int version) {
    byte[] data = json.getBytes(UTF_8);
    add(part, Op.setData(path, data, version), data.length);
  }

  private void add(Part part, Op operation, int dataBytes) {
    parts.add(part);
    operations.add(operation);
    bytes += operation.getPath().length() + dataBytes + BYTES_PER_OPERATION;
  }

  /** A state that was never written is an empty znode at version 0; see {@link Parents}. */
  private static int version(OptionalLong expected) {
    return (int) expected.orElse(0);
  }
}

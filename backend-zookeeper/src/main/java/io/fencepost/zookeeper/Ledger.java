package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Reads and conditional writes of job ledgers, through the handle of one session. Requests of one
 * handle are answered in order, so a definition that is read behind a state is at least as new.
 */
final class Ledger {
  /**
   * ZooKeeper answers a request beyond {@code jute.maxbuffer} (1 MiB) by dropping the connection;
   * so it is not sent.
   */
  static final int LARGEST_REQUEST_BYTES = 900_000;

  private final ZooKeeper handle;
  private final Paths paths;

  Ledger(ZooKeeper handle, Paths paths) {
    this.handle = handle;
    this.paths = paths;
  }

  // Reading ------------------------------------------------------------------------------------

  CompletableFuture<ReadOutcome> read(JobKey job) {
    CompletableFuture<ReadOutcome> reply = new CompletableFuture<>();
    CompletableFuture<Optional<StoredState>> state = new CompletableFuture<>();
    handle.getData(
        paths.state(job),
        false,
        (rc, path, context, data, stat) -> {
          Code code = Code.get(rc);
          if (code == Code.OK) {
            state.complete(
                Optional.of(new StoredState(stat.getVersion(), stat.getMzxid(), text(data))));
          } else if (code == Code.NONODE) {
            state.complete(Optional.empty());
          } else {
            reply.complete(new ReadOutcome.Failed(Replies.text(code)));
          }
        },
        null);
    handle.getData(
        paths.definition(job),
        false,
        (rc, path, context, data, stat) -> {
          Code code = Code.get(rc);
          if (code == Code.OK || code == Code.NONODE) {
            Optional<String> definition =
                code == Code.OK && data != null && data.length > 0
                    ? Optional.of(text(data))
                    : Optional.empty();
            // The reply about the state came first, so it is there, unless it was a failure.
            Optional<StoredState> found = state.getNow(Optional.empty());
            reply.complete(new ReadOutcome.Read(found, definition));
          } else {
            reply.complete(new ReadOutcome.Failed(Replies.text(code)));
          }
        },
        null);
    return reply;
  }

  CompletableFuture<RunsOutcome> runs(JobKey job) {
    CompletableFuture<RunsOutcome> reply = new CompletableFuture<>();
    handle.getChildren(
        paths.runs(job),
        false,
        (rc, path, context, children) -> {
          Code code = Code.get(rc);
          if (code == Code.OK) {
            readRuns(job, numbers(children), reply);
          } else if (code == Code.NONODE) {
            reply.complete(new RunsOutcome.Listed(List.of()));
          } else {
            reply.complete(new RunsOutcome.Failed(Replies.text(code)));
          }
        },
        null);
    return reply;
  }

  private void readRuns(JobKey job, List<Long> numbers, CompletableFuture<RunsOutcome> reply) {
    Map<Long, RunEntry> found = new ConcurrentSkipListMap<>();
    AtomicInteger open = new AtomicInteger(numbers.size() + 1);
    Runnable one =
        () -> {
          if (open.decrementAndGet() == 0) {
            reply.complete(new RunsOutcome.Listed(List.copyOf(new TreeMap<>(found).values())));
          }
        };
    for (long number : numbers) {
      handle.getData(
          paths.run(job, number),
          false,
          (rc, path, context, data, stat) -> {
            Code code = Code.get(rc);
            if (code == Code.OK) {
              found.put(number, new RunEntry(number, text(data)));
            } else if (code != Code.NONODE) {
              reply.complete(new RunsOutcome.Failed(Replies.text(code)));
            }
            one.run();
          },
          null);
    }
    one.run();
  }

  private static List<Long> numbers(List<String> children) {
    List<Long> numbers = new ArrayList<>();
    for (String child : children) {
      if (child.matches("[0-9a-f]{16}")) {
        numbers.add(Long.parseUnsignedLong(child, 16));
      }
    }
    return numbers;
  }

  CompletableFuture<Void> trimRuns(JobKey job, long below) {
    CompletableFuture<Void> reply = new CompletableFuture<>();
    handle.getChildren(
        paths.runs(job),
        false,
        (rc, path, context, children) -> {
          if (Code.get(rc) == Code.OK) {
            for (long number : numbers(children)) {
              if (number < below) {
                handle.delete(paths.run(job, number), -1, (r, p, c) -> {}, null);
              }
            }
          }
          reply.complete(null);
        },
        null);
    return reply;
  }

  // Writing ------------------------------------------------------------------------------------

  CompletableFuture<WriteOutcome> write(LedgerWrite write) {
    CompletableFuture<WriteOutcome> reply = new CompletableFuture<>();
    int size = size(write);
    if (size > LARGEST_REQUEST_BYTES) {
      reply.complete(
          new WriteOutcome.Rejected(
              WriteOutcome.Reason.CANNOT_WRITE,
              "the request has " + size + " bytes, allowed: " + LARGEST_REQUEST_BYTES));
      return reply;
    }
    List<Op> operations = operations(write);
    handle.multi(
        operations,
        (rc, path, context, results) -> reply.complete(outcome(write, Code.get(rc), results)),
        null);
    return reply;
  }

  /**
   * The first write of a job creates {@code state} empty and sets it in the same transaction: a
   * create alone answers without a Stat, and all operations of a transaction share one zxid.
   */
  private List<Op> operations(LedgerWrite write) {
    JobKey job = write.job();
    List<Op> operations = new ArrayList<>();
    write.candidate().ifPresent(candidate -> operations.add(Op.check(candidate.path(), -1)));
    if (write.expectedVersion().isEmpty()) {
      operations.add(create(paths.state(job), new byte[0]));
      operations.add(Op.setData(paths.state(job), bytes(write.state()), 0));
    } else {
      operations.add(
          Op.setData(
              paths.state(job),
              bytes(write.state()),
              Math.toIntExact(write.expectedVersion().getAsLong())));
    }
    write
        .definition()
        .ifPresent(d -> operations.add(Op.setData(paths.definition(job), bytes(d), -1)));
    for (RunEntry run : write.runs()) {
      operations.add(create(paths.run(job, run.number()), bytes(run.json())));
    }
    return operations;
  }

  private static Op create(String path, byte[] data) {
    return Op.create(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
  }

  private static WriteOutcome outcome(LedgerWrite write, Code code, List<OpResult> results) {
    if (code == Code.OK) {
      int index =
          (write.candidate().isPresent() ? 1 : 0) + (write.expectedVersion().isEmpty() ? 1 : 0);
      Stat stat = ((OpResult.SetDataResult) results.get(index)).getStat();
      return new WriteOutcome.Granted(stat.getVersion(), stat.getMzxid());
    }
    if (Replies.cannotWrite(code)) {
      return new WriteOutcome.Rejected(WriteOutcome.Reason.CANNOT_WRITE, Replies.text(code));
    }
    return switch (code) {
      case NONODE, BADVERSION, NODEEXISTS ->
          new WriteOutcome.Rejected(reason(write, code, results), Replies.text(code));
      default -> new WriteOutcome.Unknown(Replies.text(code));
    };
  }

  private static WriteOutcome.Reason reason(LedgerWrite write, Code code, List<OpResult> results) {
    boolean candidateFailed =
        write.candidate().isPresent()
            && code == Code.NONODE
            && results != null
            && !results.isEmpty()
            && results.get(0) instanceof OpResult.ErrorResult error
            && error.getErr() == Code.NONODE.intValue();
    return candidateFailed ? WriteOutcome.Reason.CANDIDATE_GONE : WriteOutcome.Reason.STATE_CHANGED;
  }

  private static int size(LedgerWrite write) {
    int size = bytes(write.state()).length + write.definition().map(d -> bytes(d).length).orElse(0);
    for (RunEntry run : write.runs()) {
      size += bytes(run.json()).length + 200;
    }
    return size;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] data) {
    return new String(data, StandardCharsets.UTF_8);
  }
}

package io.fencepost.testing;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * One node's connection to a {@link MemoryStore}. Replies come at once, on the caller's thread.
 * Faults are asked for one by one: {@link #cut}, {@link #failReads}, {@link #failNextWrites}.
 */
public final class MemoryBackend implements Backend {
  /** What happens to a write instead of its being done and answered. */
  public enum WriteFault {
    /** It is done, and the reply is lost. */
    REPLY_LOST,
    /** It never arrives. */
    REQUEST_LOST,
    /** The store says that it cannot write. */
    REFUSED
  }

  /** A request about a place in line. */
  public enum LineRequest {
    STAND,
    LOOK,
    WITHDRAW
  }

  private static final String CUT = "the connection is cut";
  private static final String LOST = "the reply was lost";

  private final MemoryStore store;
  private final Queue<WriteFault> writeFaults = new ArrayDeque<>();
  private final List<MemorySession> sessions = new ArrayList<>();
  private final Set<LineRequest> lineFaults = EnumSet.noneOf(LineRequest.class);
  private boolean cut;
  private boolean unreadable;

  public MemoryBackend(MemoryStore store) {
    this.store = requireNonNull(store, "store is null");
  }

  /**
   * Cuts the node off, or connects it again. While cut off nothing arrives and nothing comes back.
   */
  public void cut(boolean value) {
    cut = value;
    if (!value) {
      sessions.forEach(session -> session.hints.reconnected());
    }
  }

  /** Makes reads fail, or work again, while everything else goes on. */
  public void failReads(boolean value) {
    unreadable = value;
  }

  /**
   * Leaves these requests without a reply while everything else goes on: one to stand is carried
   * out, the others are not. None named, and all are answered again.
   */
  public void loseRepliesTo(LineRequest... requests) {
    lineFaults.clear();
    lineFaults.addAll(List.of(requests));
  }

  /** Lets the next writes meet these faults, one each. */
  public void failNextWrites(WriteFault... faults) {
    writeFaults.addAll(List.of(faults));
  }

  @Override
  public String describe() {
    return "memory";
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    if (cut) {
      return completedFuture(new EnrolOutcome.Failed(CUT, true));
    }
    Optional<Long> id =
        store.grant(
            node,
            lease,
            new MemoryStore.Watcher() {
              @Override
              public void queueChanged(JobKey job) {
                if (!cut) {
                  hints.queueChanged(job);
                }
              }

              @Override
              public void ended(String why) {
                if (!cut) {
                  hints.ended(why);
                }
              }
            });
    if (id.isEmpty()) {
      String holder =
          store.holderOf(node.id()).map(MemoryBackend::describe).orElse("another process");
      return completedFuture(new EnrolOutcome.NodeIdTaken(holder));
    }
    MemorySession session = new MemorySession(id.get(), lease, hints);
    sessions.add(session);
    return completedFuture(new EnrolOutcome.Enrolled(session));
  }

  private static String describe(NodeInfo node) {
    return "process " + node.process() + " (pid " + node.pid() + " on " + node.host() + ")";
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    return completedFuture(
        cut || unreadable
            ? new ReadOutcome.Failed(cut ? CUT : "the read was refused")
            : new ReadOutcome.Read(store.state(job), store.definition(job)));
  }

  @Override
  public CompletionStage<WriteOutcome> write(LedgerWrite write) {
    if (cut) {
      return completedFuture(new WriteOutcome.Unknown(CUT));
    }
    WriteFault fault = writeFaults.poll();
    if (fault == null) {
      return completedFuture(store.write(write));
    }
    return completedFuture(
        switch (fault) {
          case REPLY_LOST -> {
            store.write(write);
            yield new WriteOutcome.Unknown(LOST);
          }
          case REQUEST_LOST -> new WriteOutcome.Unknown("the request was lost");
          case REFUSED ->
              new WriteOutcome.Rejected(WriteOutcome.Reason.CANNOT_WRITE, "out of space");
        });
  }

  @Override
  public CompletionStage<RunsOutcome> runs(JobKey job) {
    return completedFuture(
        cut ? new RunsOutcome.Failed(CUT) : new RunsOutcome.Listed(store.runs(job)));
  }

  @Override
  public CompletionStage<Void> trimRuns(JobKey job, String term, long below) {
    if (!cut) {
      store.trimRuns(job, term, below);
    }
    return completedFuture(null);
  }

  @Override
  public void close() {
    List.copyOf(sessions).forEach(MemorySession::close);
  }

  private final class MemorySession implements Session {
    private final long id;
    private final Duration lease;
    private final SessionHints hints;

    MemorySession(long id, Duration lease, SessionHints hints) {
      this.id = id;
      this.lease = lease;
      this.hints = hints;
    }

    @Override
    public String id() {
      return Long.toString(id);
    }

    @Override
    public Duration lease() {
      return lease;
    }

    @Override
    public Duration grain() {
      return store.grain();
    }

    @Override
    public CompletionStage<RenewOutcome> renew(Instant wallClock) {
      if (cut) {
        return completedFuture(new RenewOutcome.Unknown(CUT));
      }
      return completedFuture(
          store.renew(id, wallClock)
              ? new RenewOutcome.Renewed(store.toldTime(), store.heartbeatsBeside(id))
              : new RenewOutcome.Ended("the lease is over"));
    }

    @Override
    public CompletionStage<StandOutcome> stand(JobKey job, String guid) {
      if (cut) {
        return completedFuture(new StandOutcome.Unknown(CUT));
      }
      StandOutcome outcome =
          store
              .stand(id, job, guid)
              .<StandOutcome>map(StandOutcome.Standing::new)
              .orElseGet(() -> new StandOutcome.SessionEnded("the lease is over"));
      return completedFuture(
          lineFaults.contains(LineRequest.STAND) ? new StandOutcome.Unknown(LOST) : outcome);
    }

    @Override
    public CompletionStage<QueueOutcome> look(Candidate candidate) {
      if (cut || lineFaults.contains(LineRequest.LOOK)) {
        return completedFuture(new QueueOutcome.Unknown(cut ? CUT : LOST));
      }
      Optional<Candidate> before = store.before(id, candidate);
      if (before.isEmpty()) {
        return completedFuture(new QueueOutcome.Absent());
      }
      return completedFuture(
          before.get().equals(candidate)
              ? new QueueOutcome.First()
              : new QueueOutcome.Behind(before.get().path()));
    }

    @Override
    public CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
      if (cut || lineFaults.contains(LineRequest.WITHDRAW)) {
        return completedFuture(new WithdrawOutcome.Unknown(cut ? CUT : LOST));
      }
      store.withdraw(id, job);
      return completedFuture(new WithdrawOutcome.Done());
    }

    @Override
    public void close() {
      sessions.remove(this);
      if (!cut) {
        store.end(id, "closed");
      }
    }
  }
}

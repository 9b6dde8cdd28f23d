package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.time.Durations;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SPI on ZooKeeper. Thread-safe. Which connection carries what, see {@link Connections}. */
final class ZooKeeperBackend implements Backend {
  private static final Logger log = LoggerFactory.getLogger(ZooKeeperBackend.class);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Paths paths;
  private final Settings settings;
  private final Ticker ticker;
  private final Parents parents;
  private final Connections connections;

  ZooKeeperBackend(Paths paths, Settings settings, Ticker ticker) {
    this.paths = paths;
    this.settings = settings;
    this.ticker = ticker;
    this.parents = new Parents(paths, new Trust(settings.security().access()));
    this.connections = new Connections(settings);
  }

  @Override
  public String describe() {
    return "zookeeper " + settings.connect() + " namespace=" + paths.namespace();
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    Connection connection = connections.open(lease, new HintedEvents(hints));
    Enrolment enrolment = new Enrolment(connection, settings, paths, parents, node, ticker);
    return enrolment
        .enrol(
            () -> {
              ZooKeeperSession session =
                  new ZooKeeperSession(
                      connection, node, enrolment.registration(), settings, paths, parents, hints);
              log.info(
                  "session {} opened: lease={} node={}",
                  session.id(),
                  Durations.text(session.lease()),
                  node.id());
              warnOfOtherLease(session.lease(), lease);
              connections.enrolled(connection);
              return new EnrolOutcome.Enrolled(session);
            })
        .thenApply(
            outcome -> {
              if (!(outcome instanceof EnrolOutcome.Enrolled)) {
                connection.close("the node could not be enrolled");
              }
              return outcome;
            });
  }

  private static void warnOfOtherLease(Duration granted, Duration asked) {
    if (!granted.equals(asked)) {
      log.warn(
          "ZooKeeper granted a session of {} instead of fencepost.lease = {}: the servers'"
              + " minSessionTimeout and maxSessionTimeout (2 and 20 ticks unless they are set) bound"
              + " it. Takeovers go by what was granted",
          Durations.text(granted),
          Durations.text(asked));
    }
  }

  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    Connection connection = connections.forLedger();
    // One connection answers in order, so the definition is as new as the state or newer.
    CompletionStage<Answer<Znode>> state = connection.get(paths.state(job));
    CompletionStage<Answer<Znode>> definition = connection.get(paths.definition(job));
    return state.thenCombine(definition, (head, text) -> read(job, head, text));
  }

  @Override
  public CompletionStage<WriteOutcome> write(LedgerWrite write) {
    Connection connection = connections.forLedger();
    return parents
        .ofJob(connection, write.job())
        .thenCompose(
            checked ->
                checked.isGood() ? send(connection, write) : done(notSent(write.job(), checked)));
  }

  private static WriteOutcome notSent(JobKey job, Checked checked) {
    String cause = checked.cause("making the znodes of " + job);
    return checked.isRefusal()
        ? new WriteOutcome.Rejected(WriteOutcome.Reason.CANNOT_WRITE, cause)
        : new WriteOutcome.Unknown(cause);
  }

  private CompletionStage<WriteOutcome> send(Connection connection, LedgerWrite write) {
    return termsToEnd(connection, write)
        .thenCompose(
            terms ->
                terms.isOk()
                    ? send(connection, write, terms.value())
                    : done(LedgerTransaction.notSent(write, terms)));
  }

  private CompletionStage<WriteOutcome> send(
      Connection connection, LedgerWrite write, List<String> termsToEnd) {
    LedgerTransaction transaction =
        new LedgerTransaction(write, termsToEnd, paths, settings.security().access());
    Optional<WriteOutcome> refusal = transaction.refusal(settings.maxRequestBytes());
    if (refusal.isPresent()) {
      return done(refusal.get());
    }
    return connection
        .multi(transaction.operations())
        .thenApply(
            answer -> {
              if (transaction.lacksParents(answer)) {
                parents.forget(write.job());
              }
              return transaction.outcome(answer);
            });
  }

  /**
   * The terms that the write ends; there may be none, or what a restored store holds beside the
   * last. The list is not stale: who is first in line has seen the candidate before it go, and with
   * it everything that was written in that one's name.
   */
  private CompletionStage<Answer<List<String>>> termsToEnd(
      Connection connection, LedgerWrite write) {
    if (!write.takesOffice()) {
      return done(new Answer<>(Code.OK, List.of()));
    }
    return connection
        .children(paths.office(write.job()))
        .thenApply(
            terms -> {
              if (terms.is(Code.NONODE)) {
                parents.forget(write.job());
              }
              return terms;
            });
  }

  @Override
  public CompletionStage<RunsOutcome> runs(JobKey job) {
    return new RunRecords(connections.forLedger(), paths, job).list();
  }

  @Override
  public CompletionStage<Void> trimRuns(JobKey job, String term, long below) {
    return new RunRecords(connections.forLedger(), paths, job).trim(term, below);
  }

  @Override
  public void close() {
    try {
      connections
          .close()
          .toCompletableFuture()
          .completeOnTimeout(null, CLOSING.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } finally {
      log.debug("closed {}", describe());
    }
  }

  private static ReadOutcome read(JobKey job, Answer<Znode> state, Answer<Znode> definition) {
    for (Answer<Znode> answer : List.of(state, definition)) {
      if (!answer.isOk() && !answer.is(Code.NONODE)) {
        return new ReadOutcome.Failed(answer.cause("reading the state of " + job));
      }
    }
    return new ReadOutcome.Read(
        written(state)
            .map(
                data ->
                    new StoredState(data.stat().getVersion(), data.stat().getMzxid(), data.text())),
        written(definition).map(Znode::text));
  }

  /** A znode at version 0 stands there for its first write; see {@link Parents}. */
  private static Optional<Znode> written(Answer<Znode> answer) {
    @Nullable Znode data = answer.orNull();
    return data == null || data.stat().getVersion() == 0 ? Optional.empty() : Optional.of(data);
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }

  private record HintedEvents(SessionHints hints) implements Connection.Events {
    @Override
    public void reconnected() {
      hints.reconnected();
    }

    @Override
    public void expired() {
      hints.ended("ZooKeeper says that the session has expired");
    }
  }
}

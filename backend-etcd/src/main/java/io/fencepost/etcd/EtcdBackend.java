package io.fencepost.etcd;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
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
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SPI on etcd. Thread-safe. */
final class EtcdBackend implements Backend {
  private static final Logger log = LoggerFactory.getLogger(EtcdBackend.class);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Keys keys;
  private final Settings settings;
  private final Ticker ticker;
  private final Connection connection;
  private final Leases leases;

  EtcdBackend(Keys keys, Settings settings, Ticker ticker) {
    this.keys = keys;
    this.settings = settings;
    this.ticker = ticker;
    this.connection = new Connection(settings, ticker);
    this.leases = new Leases(connection);
  }

  @Override
  public String describe() {
    return "etcd "
        + settings.servers()
        + (keys.prefix().isEmpty() ? "" : " prefix=" + keys.prefix())
        + " namespace="
        + keys.namespace();
  }

  @Override
  public CompletionStage<EnrolOutcome> enrol(NodeInfo node, Duration lease, SessionHints hints) {
    return leases.enrol(
        () ->
            new Enrolment(connection, leases, settings, keys, node, ticker)
                .enrol(
                    lease,
                    registration -> {
                      EtcdSession session =
                          new EtcdSession(connection, leases, keys, node, registration, hints);
                      log.info(
                          "session {} opened: lease={} ms, asked={} ms node={}",
                          session.id(),
                          session.lease().toMillis(),
                          lease.toMillis(),
                          node.id());
                      return session;
                    }));
  }

  /** Both at one revision. */
  @Override
  public CompletionStage<ReadOutcome> read(JobKey job) {
    List<Op> reads =
        List.of(
            Op.get(Keys.bytes(keys.state(job)), GetOption.DEFAULT),
            Op.get(Keys.bytes(keys.definition(job)), GetOption.DEFAULT));
    return connection
        .txn(List.of(), reads, List.of())
        .thenApply(
            answer ->
                answer.isOk()
                    ? read(answer.value())
                    : new ReadOutcome.Failed(
                        answer.failure().cause("reading the state of " + job)));
  }

  @Override
  public CompletionStage<WriteOutcome> write(LedgerWrite write) {
    LedgerTransaction transaction = new LedgerTransaction(write, keys);
    Optional<WriteOutcome> refusal = transaction.refusal(settings.maxRequestBytes());
    return refusal.isPresent()
        ? CompletableFuture.completedFuture(refusal.get())
        : connection
            .txn(transaction.conditions(), transaction.writes(), transaction.reasons())
            .thenApply(transaction::outcome);
  }

  @Override
  public CompletionStage<RunsOutcome> runs(JobKey job) {
    return new RunRecords(connection, keys, job).list();
  }

  @Override
  public CompletionStage<Void> trimRuns(JobKey job, String term, long below) {
    return new RunRecords(connection, keys, job).trim(term, below);
  }

  @Override
  public void close() {
    try {
      leases.close(CLOSING);
    } finally {
      connection.close();
      log.debug("closed {}", describe());
    }
  }

  private static ReadOutcome read(TxnResponse response) {
    List<GetResponse> read = response.getGetResponses();
    return new ReadOutcome.Read(
        first(read.get(0))
            .map(
                kv ->
                    new StoredState(
                        kv.getModRevision(), kv.getModRevision(), Keys.text(kv.getValue()))),
        first(read.get(1)).map(kv -> Keys.text(kv.getValue())));
  }

  private static Optional<KeyValue> first(GetResponse response) {
    return response.getKvs().stream().findFirst();
  }
}

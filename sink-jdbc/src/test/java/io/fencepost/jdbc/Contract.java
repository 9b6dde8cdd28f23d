package io.fencepost.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import io.fencepost.FenceToken;
import io.fencepost.RunContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** What the tests of one promise share; a subclass per promise, run for each database and level. */
@Timeout(60)
abstract class Contract {
  private static final AtomicInteger JOBS = new AtomicInteger();

  final TestServer server;
  final Isolation isolation;
  final DataSource dataSource;
  final JdbcSink sink;
  final Payments payments;

  /** A job that no other test uses, so that all can share the tables. */
  final String job = "job-" + JOBS.incrementAndGet();

  private final ExecutorService threads = Executors.newCachedThreadPool();

  Contract(TestServer server, Isolation isolation) {
    this.server = server;
    this.isolation = isolation;
    this.dataSource = isolation.over(server.dataSource());
    this.sink = JdbcSink.builder(dataSource).lease(Duration.ofSeconds(30)).build();
    this.payments = new Payments(server.dataSource());
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  FakeRun run(long token) {
    return FakeRun.of(job, token);
  }

  TransactionWork<SQLException> pay(int amount) {
    return transaction -> Payments.insert(transaction, job, amount);
  }

  <T> Future<T> start(Callable<T> task) {
    return threads.submit(task);
  }

  static <T> T outcome(Future<T> future) throws Exception {
    return future.get(30, SECONDS);
  }

  /** Waits until a session of the server waits for a lock. */
  void awaitWaiter() {
    await().atMost(20, SECONDS).until(server::hasWaiter);
  }

  Connection begun() throws SQLException {
    Connection connection = dataSource.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  Optional<FenceToken> mark(RunContext run) throws SQLException {
    try (Connection connection = server.dataSource().getConnection()) {
      return Database.mark(connection, GuardKey.of(run), "");
    }
  }
}

package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.fencepost.FenceToken;
import io.fencepost.FencepostException;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.jdbc.OnceResult.AlreadyThere;
import io.fencepost.jdbc.OnceResult.Written;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several runs of a job at once, each believing that it is the one. */
abstract class RaceContract extends Contract {
  private static final int ROUNDS = 20;
  private static final int THREADS = 6;

  RaceContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  /** How the transaction ends that the other run waits for. */
  private enum End {
    COMMITS,
    FAILS
  }

  /** What the run meets that has waited. */
  private enum Met {
    NOTHING,
    THE_RESULT,
    A_HIGHER_MARK
  }

  @ParameterizedTest
  @CsvSource({
    "5, COMMITS, 9, THE_RESULT",
    "5, FAILS,   9, NOTHING",
    "9, COMMITS, 5, A_HIGHER_MARK",
    // Its own seal would have stayed; the mark of a transaction goes with it.
    "9, FAILS,   5, NOTHING"
  })
  void aRunThatWaitsForAnother_meetsWhatThatOneLeft(long holder, End end, long waiter, Met met)
      throws Exception {
    sink.seal(run(5));
    CountDownLatch mayEnd = new CountDownLatch(1);
    Future<OnceResult> held = holdingTheGuard(run(holder), end, mayEnd);

    Future<OnceResult> waited = start(() -> sink.once(run(waiter), pay(2)));
    awaitWaiter();
    mayEnd.countDown();

    switch (end) {
      case COMMITS -> assertThat(outcome(held)).isInstanceOf(Written.class);
      case FAILS -> assertThatThrownBy(() -> outcome(held)).hasMessageContaining("fails");
    }
    switch (met) {
      case NOTHING -> assertThat(outcome(waited)).isInstanceOf(Written.class);
      case THE_RESULT -> assertThat(outcome(waited)).isInstanceOf(AlreadyThere.class);
      case A_HIGHER_MARK ->
          assertThatThrownBy(() -> outcome(waited)).hasCauseInstanceOf(StaleFenceException.class);
    }
    assertThat(payments.of(job)).containsExactly(met == Met.NOTHING ? 2 : 1);
  }

  /** Returns once the run has paid 1 and stands in its transaction. */
  private Future<OnceResult> holdingTheGuard(FakeRun run, End end, CountDownLatch mayEnd)
      throws InterruptedException {
    CountDownLatch holdsGuard = new CountDownLatch(1);
    Future<OnceResult> held =
        start(
            () ->
                sink.once(
                    run,
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      holdsGuard.countDown();
                      mayEnd.await();
                      if (end == End.FAILS) {
                        throw new IllegalStateException("fails");
                      }
                    }));
    holdsGuard.await();
    return held;
  }

  @Test
  void seal_leavesNothingForThePredecessorToAdd_soFindIsFinal() throws Exception {
    sink.seal(run(5));
    CountDownLatch mayCommit = new CountDownLatch(1);
    Future<OnceResult> predecessor = holdingTheGuard(run(5), End.COMMITS, mayCommit);

    Future<StoredResult> successor =
        start(
            () -> {
              sink.seal(run(9));
              return sink.find(run(9));
            });
    awaitWaiter();
    mayCommit.countDown();

    assertThat(outcome(predecessor)).isInstanceOf(Written.class);
    assertThat(outcome(successor)).isEqualTo(new StoredResult(true, 0));
    assertThatThrownBy(() -> sink.once(run(5), "late", pay(2)))
        .isInstanceOf(StaleFenceException.class);
    assertThat(sink.find(run(9))).isEqualTo(new StoredResult(true, 0));
  }

  @Test
  void otherJobsAtOnce_areNotInTheWay() throws Exception {
    CyclicBarrier together = new CyclicBarrier(THREADS);
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String other = job + "-" + i;
      all.add(start(() -> occurrencesFound(other, together)));
    }

    for (Future<Integer> one : all) {
      assertThat(outcome(one)).isEqualTo(ROUNDS);
    }
  }

  private int occurrencesFound(String other, CyclicBarrier together) throws Exception {
    together.await();
    int found = 0;
    for (int i = 0; i < ROUNDS; i++) {
      FakeRun run = FakeRun.of(other, i).at(FakeRun.DUE.plusDays(i));
      sink.seal(run);
      assertThat(sink.find(run)).isEqualTo(StoredResult.NONE);
      sink.once(run, "a", transaction -> {});
      sink.once(run, transaction -> {});
      found += sink.find(run).complete() ? 1 : 0;
    }
    return found;
  }

  @Test
  void twoRunsAtOnce_writeOneResult() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      FakeRun older = run(2L * i).at(FakeRun.DUE.plusDays(i));
      FakeRun newer = older.retaken(2L * i + 1);
      CyclicBarrier together = new CyclicBarrier(2);
      Future<Boolean> first = start(() -> wrote(older, together));
      Future<Boolean> second = start(() -> wrote(newer, together));

      int written = (outcome(first) ? 1 : 0) + (outcome(second) ? 1 : 0);

      assertThat(written).isEqualTo(1);
      assertThat(payments.of(job)).hasSize(i + 1);
      assertThat(mark(newer)).contains(newer.fence());
    }
  }

  private boolean wrote(FakeRun run, CyclicBarrier together) throws Exception {
    together.await();
    try {
      return sink.once(run, pay(1)) instanceof Written;
    } catch (StaleFenceException e) {
      return false;
    }
  }

  @Test
  void manyThreadsOfOneRun_writeAStepOnce() throws Exception {
    CyclicBarrier together = new CyclicBarrier(THREADS);
    List<Future<Boolean>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(start(() -> wrote(run(5), together)));
    }

    int written = 0;
    for (Future<Boolean> one : all) {
      written += outcome(one) ? 1 : 0;
    }
    assertThat(written).isEqualTo(1);
    assertThat(payments.of(job)).containsExactly(1);
  }

  @Test
  void firstSealsAtOnce_leaveTheHighestMark() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      FakeRun first = FakeRun.of(job + "-" + i, 0);
      CyclicBarrier together = new CyclicBarrier(THREADS);
      List<Future<Boolean>> all = new ArrayList<>();
      for (int t = 1; t <= THREADS; t++) {
        FakeRun run = first.retaken(t);
        all.add(start(() -> sealed(run, together)));
      }
      for (Future<Boolean> one : all) {
        outcome(one);
      }
      assertThat(outcome(all.get(THREADS - 1))).isTrue();
      assertThat(mark(first)).contains(new FenceToken(0, THREADS));
    }
  }

  private boolean sealed(FakeRun run, CyclicBarrier together) throws Exception {
    together.await();
    try {
      sink.seal(run);
      return true;
    } catch (StaleFenceException e) {
      return false;
    }
  }

  @Test
  void aGuardHeldForTooLong_isAClearError() throws Exception {
    JdbcSink hasty = JdbcSink.builder(dataSource).lockTimeout(Duration.ofSeconds(1)).build();
    sink.seal(run(5));
    try (Connection holder = begun()) {
      sink.guard(holder, run(5));

      assertThatThrownBy(() -> hasty.seal(run(9)))
          .isInstanceOf(FencepostException.class)
          .isNotInstanceOf(StaleFenceException.class)
          .hasMessageContaining("fence=9")
          .hasMessageContaining("lock timeout");
      holder.rollback();
    }
    hasty.seal(run(9));
    assertThat(mark(run(9))).contains(new FenceToken(0, 9));
  }

  @Test
  void aUserTransactionThatBeganBeforeAnotherRunCommitted_doesNotGoBackInTime() throws Exception {
    assumeFalse(
        server.dialect() == Dialect.MYSQL && isolation == Isolation.SERIALIZABLE,
        "every read locks there, so the other run waits");
    sink.seal(run(5));
    try (Connection connection = begun()) {
      // Fixes the snapshot, where the level has one.
      TestServer.query(connection, "SELECT COUNT(*) FROM fencepost_guard");
      TestServer.query(connection, "SELECT COUNT(*) FROM fencepost_result");
      Future<OnceResult> other = start(() -> sink.once(run(9), pay(1)));
      outcome(other);

      assertThatThrownBy(() -> sink.onceIn(connection, run(5), "", pay(2)))
          .isInstanceOf(FencepostException.class);
      assertThatThrownBy(connection::commit).isInstanceOf(Exception.class);
    }
    assertThat(payments.of(job)).containsExactly(1);
  }
}

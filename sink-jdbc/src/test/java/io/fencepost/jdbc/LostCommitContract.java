package io.fencepost.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencepostException;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.jdbc.Faults.Call;
import io.fencepost.jdbc.OnceResult.AlreadyThere;
import io.fencepost.jdbc.OnceResult.Written;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The reply to a COMMIT is lost: neither yes nor no, until somebody looks behind the lock. */
abstract class LostCommitContract extends Contract {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger pauses = new AtomicInteger();

  LostCommitContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  /** A sink whose first commit goes like this. */
  private JdbcSink whoseCommit(Call goes) {
    AtomicBoolean first = new AtomicBoolean(true);
    return over(
        Faults.dataSource(
            () ->
                Faults.replacing(
                    dataSource.getConnection(),
                    "commit",
                    real -> {
                      if (first.getAndSet(false)) {
                        goes.run(real);
                      } else {
                        real.commit();
                      }
                    })));
  }

  private JdbcSink over(DataSource connections) {
    return JdbcSink.builder(connections)
        .lease(Duration.ofSeconds(30))
        .ticker(nanos::get)
        .pause(
            duration -> {
              pauses.incrementAndGet();
              nanos.addAndGet(duration.toNanos());
            })
        .build();
  }

  @Test
  void aCommitThatTookEffect_isWritten() throws SQLException {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.commit();
              throw Faults.connectionLost();
            });

    assertThat(faulty.onceReturning(run(5), "", paying("paid")))
        .isEqualTo(new Written(Optional.of("paid")));
    assertThat(payments.of(job)).containsExactly(1);
  }

  private ResultWork<SQLException> paying(String text) {
    return transaction -> {
      Payments.insert(transaction, job, 1);
      return text;
    };
  }

  @Test
  void aCommitThatDidNotTakeEffect_isAnErrorAndNothingIsKept() throws SQLException {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.rollback();
              throw Faults.connectionLost();
            });

    assertThatThrownBy(() -> faulty.once(run(5), pay(1)))
        .isExactlyInstanceOf(FencepostException.class)
        .hasMessageContaining("nothing was kept")
        .hasRootCauseMessage(Faults.connectionLost().getMessage());
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void aCommitStillOnItsWay_isWaitedFor() throws Exception {
    AtomicReference<Connection> onItsWay = new AtomicReference<>();
    Future<OnceResult> result = startWithCommitOnItsWay(onItsWay);

    awaitWaiter();
    try (Connection late = requireNonNull(onItsWay.get())) {
      late.commit();
    }

    assertThat(outcome(result)).isInstanceOf(Written.class);
    assertThat(payments.of(job)).containsExactly(1);
  }

  @Test
  void aCommitThatNeverArrived_isWaitedForToo() throws Exception {
    AtomicReference<Connection> onItsWay = new AtomicReference<>();
    Future<OnceResult> result = startWithCommitOnItsWay(onItsWay);

    awaitWaiter();
    try (Connection late = requireNonNull(onItsWay.get())) {
      late.rollback();
    }

    assertThatThrownBy(() -> outcome(result))
        .cause()
        .isExactlyInstanceOf(FencepostException.class)
        .hasMessageContaining("nothing was kept");
    assertThat(payments.of(job)).isEmpty();
  }

  /** The client's connection breaks, and the server has not noticed yet. */
  private Future<OnceResult> startWithCommitOnItsWay(AtomicReference<Connection> onItsWay) {
    sink.seal(run(5));
    DataSource faulty =
        Faults.dataSource(
            () -> {
              Connection real = dataSource.getConnection();
              if (!onItsWay.compareAndSet(null, real)) {
                return real;
              }
              Call none = connection -> {};
              Connection deaf = Faults.replacing(real, "abort", none);
              deaf = Faults.replacing(deaf, "close", none);
              return Faults.replacing(
                  deaf,
                  "commit",
                  connection -> {
                    throw Faults.connectionLost();
                  });
            });
    return start(() -> over(faulty).once(run(5), pay(1)));
  }

  @Test
  void aCommitThatTookEffectBeforeTheRunWasSuperseded_isWritten() throws SQLException {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.commit();
              sink.seal(run(9));
              throw Faults.connectionLost();
            });

    assertThat(faulty.once(run(5), pay(1))).isInstanceOf(Written.class);
  }

  @Test
  void aCommitThatDidNotTakeEffectBeforeTheRunWasSuperseded_isStale() {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.rollback();
              sink.seal(run(9));
              throw Faults.connectionLost();
            });

    assertThatThrownBy(() -> faulty.once(run(5), pay(1))).isInstanceOf(StaleFenceException.class);
  }

  @Test
  void aResultThatAnotherThreadWroteMeanwhile_isNotTakenForMine() throws SQLException {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.rollback();
              sink.onceReturning(run(5), "", paying("theirs"));
              throw Faults.connectionLost();
            });

    OnceResult result = faulty.onceReturning(run(5), "", paying("mine"));

    assertThat(result).isInstanceOf(AlreadyThere.class);
    assertThat(result.text()).contains("theirs");
  }

  @Test
  void aDatabaseThatStaysAway_leavesTheOutcomeUnknownWithinTheBound() throws SQLException {
    AtomicBoolean away = new AtomicBoolean();
    JdbcSink faulty = goingAway(away);

    assertThatThrownBy(() -> faulty.once(run(5), "merchant-1", pay(1)))
        .isInstanceOf(UnknownOutcomeException.class)
        .hasMessageContaining("fence=5")
        .hasMessageContaining("merchant-1")
        .hasMessageContaining("PT30S");
    assertThat(pauses).hasValueBetween(250, 350);

    away.set(false);
    assertThat(faulty.once(run(5), "merchant-1", pay(2))).isInstanceOf(AlreadyThere.class);
    assertThat(payments.of(job)).containsExactly(1);
  }

  @Test
  void aPoolThatFailsInItsOwnWayMeanwhile_leavesTheOutcomeUnknown() {
    RuntimeException closed = new IllegalStateException("the pool is closed");
    AtomicBoolean away = new AtomicBoolean();
    JdbcSink faulty =
        over(
            Faults.dataSource(
                () -> {
                  if (away.getAndSet(true)) {
                    throw closed;
                  }
                  return Faults.replacing(
                      dataSource.getConnection(),
                      "commit",
                      real -> {
                        real.commit();
                        throw Faults.connectionLost();
                      });
                }));

    assertThatThrownBy(() -> faulty.once(run(5), pay(1)))
        .isInstanceOf(UnknownOutcomeException.class)
        .cause()
        .hasMessage(Faults.connectionLost().getMessage())
        .hasSuppressedException(closed);
  }

  private JdbcSink goingAway(AtomicBoolean away) {
    AtomicBoolean first = new AtomicBoolean(true);
    return over(
        Faults.dataSource(
            () -> {
              if (away.get()) {
                throw Faults.connectionLost();
              }
              return Faults.replacing(
                  dataSource.getConnection(),
                  "commit",
                  real -> {
                    real.commit();
                    if (first.getAndSet(false)) {
                      away.set(true);
                      throw Faults.connectionLost();
                    }
                  });
            }));
  }

  @Test
  void anInterruptedRun_asksOnceAndLeaves() {
    AtomicBoolean away = new AtomicBoolean();
    JdbcSink faulty = goingAway(away);

    assertThatThrownBy(
            () ->
                faulty.once(
                    run(5),
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      away.set(false);
                      Thread.currentThread().interrupt();
                    }))
        .isInstanceOf(UnknownOutcomeException.class);

    assertThat(Thread.interrupted()).as("the interrupt is left for the run's owner").isTrue();
    assertThat(pauses).hasValue(0);
  }

  @Test
  void aCommitThatTheServerRefused_isNotLookedInto() throws SQLException {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.rollback();
              throw new SQLException("could not serialize access", "40001");
            });

    assertThatThrownBy(() -> faulty.once(run(5), pay(1)))
        .isExactlyInstanceOf(FencepostException.class)
        .hasMessageContaining("could not commit")
        .hasMessageContaining("40001");
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void aGuardedWriteWhoseReplyIsLost_isUnknown() {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.commit();
              throw Faults.connectionLost();
            });

    assertThatThrownBy(() -> faulty.guarded(run(5), pay(1)))
        .isInstanceOf(UnknownOutcomeException.class);
  }

  @Test
  void aSealWhoseReplyIsLost_mayBeRepeated() {
    JdbcSink faulty =
        whoseCommit(
            real -> {
              real.commit();
              throw Faults.connectionLost();
            });

    assertThatThrownBy(() -> faulty.seal(run(5))).isInstanceOf(FencepostException.class);
    faulty.seal(run(5));
    assertThat(faulty.find(run(5))).isEqualTo(StoredResult.NONE);
  }
}

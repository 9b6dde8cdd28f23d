package io.fencepost.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FenceToken;
import io.fencepost.FencepostException;
import io.fencepost.LeaseLostException;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.jdbc.OnceResult.AlreadyThere;
import io.fencepost.jdbc.OnceResult.Written;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** An occurrence and step is written once, whoever runs it how often. */
abstract class OnceContract extends Contract {
  OnceContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  @Test
  void once_theFirstTime_commitsTheWorkAndItsKey() throws SQLException {
    assertThat(sink.once(run(5), pay(1))).isEqualTo(new Written(Optional.empty()));

    assertThat(payments.of(job)).containsExactly(1);
    assertThat(sink.find(run(5))).isEqualTo(new StoredResult(true, 0));
  }

  @Test
  void once_theSecondTime_leavesTheEarlierResultAlone() throws SQLException {
    sink.onceReturning(run(5), "", transaction -> "first");

    OnceResult second = sink.once(run(5).retaken(9), pay(2));

    assertThat(second)
        .isEqualTo(new AlreadyThere(Optional.of("first"), new FenceToken(0, 5), 1, "n1"));
    assertThat(payments.of(job)).isEmpty();
    assertThatThrownBy(() -> sink.seal(run(8)))
        .as("the second run has been seen")
        .isInstanceOf(StaleFenceException.class);
  }

  @Test
  void once_ofAStaleRun_doesNotEvenSayWhatIsThere() throws SQLException {
    sink.once(run(5), pay(1));
    sink.seal(run(9));

    assertThatThrownBy(() -> sink.once(run(5), pay(2))).isInstanceOf(StaleFenceException.class);
    assertThat(payments.of(job)).containsExactly(1);
  }

  @Test
  void once_withOtherSteps_writesEachOfThem() throws SQLException {
    sink.once(run(5), "merchant-1", pay(1));
    sink.once(run(5), "merchant-2", pay(2));
    sink.once(run(5), "Merchant-2", pay(3));
    sink.once(run(5), "merchant-2", pay(4));

    assertThat(payments.of(job)).containsExactly(1, 2, 3);
    assertThat(sink.find(run(5))).isEqualTo(new StoredResult(false, 3));
  }

  @Test
  void anOccurrence_isTheSameInstantInAnyOffset() throws SQLException {
    sink.once(run(5), pay(1));

    FakeRun moved = run(9).at(FakeRun.DUE.withOffsetSameInstant(ZoneOffset.UTC));
    assertThat(sink.once(moved, pay(2))).isInstanceOf(AlreadyThere.class);
    assertThat(sink.once(run(9).at(FakeRun.DUE.plusNanos(1)), pay(3))).isInstanceOf(Written.class);
    assertThat(payments.of(job)).containsExactly(1, 3);
  }

  @Test
  void find_withNothingThere_saysSo() {
    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
  }

  @Test
  void find_ofAStaleRun_isRefused() {
    sink.seal(run(9));

    assertThatThrownBy(() -> sink.find(run(5))).isInstanceOf(StaleFenceException.class);
  }

  @Test
  void work_thatThrows_keepsNothingAndItsExceptionIsTheCallers() throws SQLException {
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      throw new IOException("disk full");
                    }))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("disk full");

    assertThat(payments.of(job)).isEmpty();
    assertThat(sink.once(run(5), pay(2))).isInstanceOf(Written.class);
  }

  @Test
  void once_withTheLeaseLostMeanwhile_keepsNothing() throws SQLException {
    assertThatThrownBy(() -> sink.once(run(5).leaseLost(), pay(1)))
        .isInstanceOf(LeaseLostException.class);

    assertThat(payments.of(job)).isEmpty();
    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
  }

  @Test
  void aResultsText_isKeptAsItIs() throws SQLException {
    String text = "paid 12 · 日 🙂 'quoted'";
    sink.onceReturning(run(5), "", transaction -> text);

    assertThat(sink.once(run(5), pay(1)).text()).contains(text);
  }

  @Test
  void aResultsText_ofTheGreatestLength_isKept() throws SQLException {
    String text = "🙂".repeat(ResultRow.MAX_RESULT_LENGTH / 2);
    sink.onceReturning(run(5), "", transaction -> text);

    assertThat(sink.once(run(5), pay(1)).text()).contains(text);
  }

  @Test
  void aResultsText_thatIsTooLong_keepsNothing() throws SQLException {
    assertThatThrownBy(
            () ->
                sink.onceReturning(
                    run(5),
                    "",
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      return "x".repeat(ResultRow.MAX_RESULT_LENGTH + 1);
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("65536");
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void theLongestNames_fit() throws SQLException {
    FakeRun longest =
        FakeRun.of("j".repeat(100 - job.length()) + job, 5)
            .in("ü".repeat(GuardKey.MAX_NAMESPACE_LENGTH));
    String step = "ü".repeat(ResultRow.MAX_STEP_LENGTH);

    assertThat(sink.once(longest, step, pay(1))).isInstanceOf(Written.class);
    assertThat(sink.once(longest, step, pay(1))).isInstanceOf(AlreadyThere.class);
  }

  @Test
  void work_cannotEndTheTransaction() throws SQLException {
    sink.once(
        run(5),
        transaction -> {
          Payments.insert(transaction, job, 1);
          assertThatThrownBy(transaction::commit).isInstanceOf(FencepostException.class);
          assertThatThrownBy(transaction::rollback).isInstanceOf(FencepostException.class);
          assertThatThrownBy(() -> transaction.setAutoCommit(true))
              .isInstanceOf(FencepostException.class);
          assertThatThrownBy(() -> transaction.abort(Runnable::run))
              .isInstanceOf(FencepostException.class);
          transaction.close();
        });

    assertThat(payments.of(job)).containsExactly(1);
  }

  @Test
  void theWorksConnection_isOfNoUseAfterwards() throws SQLException {
    AtomicReference<Connection> kept = new AtomicReference<>();
    sink.once(run(5), kept::set);

    Connection connection = requireNonNull(kept.get());
    assertThat(connection.isClosed()).isTrue();
    assertThatThrownBy(() -> pay(1).run(connection))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("has ended");
  }

  @Test
  void work_thatCatchesAStaleFence_stillCannotCommit() throws SQLException {
    FakeRun older = run(4);
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      assertThatThrownBy(() -> sink.guard(transaction, older))
                          .isInstanceOf(StaleFenceException.class);
                    }))
        .isInstanceOf(StaleFenceException.class);

    assertThat(payments.of(job)).isEmpty();
    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
  }

  @Test
  void work_thatGoesOnAfterItsTransactionWasUndone_isNotCommitted() throws SQLException {
    TransactionWork<SQLException> undone =
        transaction -> {
          // As a database does by itself, for instance MySQL on a deadlock.
          TestServer.execute(transaction, "ROLLBACK");
          Payments.insert(transaction, job, 1);
        };

    assertThatThrownBy(() -> sink.once(run(5), undone))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("is gone");
    assertThatThrownBy(() -> sink.guarded(run(5), undone))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("is gone");
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void onceIn_insideAnotherOnce_joinsItsTransaction() throws SQLException {
    sink.once(
        run(5),
        transaction -> assertThat(sink.onceIn(transaction, run(5), "a", pay(1))).isNotNull());

    assertThat(payments.of(job)).containsExactly(1);
    assertThat(sink.find(run(5))).isEqualTo(new StoredResult(true, 1));
  }

  @Test
  void work_thatRaisesTheGuardAgainAfterItsTransactionWasUndone_isNotCommitted()
      throws SQLException {
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> {
                      TestServer.execute(transaction, "ROLLBACK");
                      sink.onceIn(transaction, run(5), "a", pay(1));
                    }))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("is gone");
    assertThatThrownBy(
            () ->
                sink.guarded(
                    run(5),
                    transaction -> {
                      TestServer.execute(transaction, "ROLLBACK");
                      sink.guard(transaction, run(5));
                      Payments.insert(transaction, job, 1);
                    }))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("is gone");
    assertThat(payments.of(job)).isEmpty();
    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
  }

  @Test
  void onceIn_ofTheStepThatIsBeingWritten_isNotTakenForWritten() throws SQLException {
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    "a",
                    transaction ->
                        sink.onceIn(
                            transaction,
                            run(5),
                            "b",
                            inner -> sink.onceIn(inner, run(5), "a", pay(1)))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'a'");

    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
  }

  @Test
  void onceIn_insideAnotherOnce_findsWhatThatHasWritten() throws SQLException {
    sink.once(
        run(5),
        transaction -> {
          sink.onceIn(transaction, run(5), "a", pay(1));
          assertThat(sink.onceIn(transaction, run(5), "a", pay(2)))
              .isInstanceOf(AlreadyThere.class);
        });

    assertThat(payments.of(job)).containsExactly(1);
  }

  @Test
  void theWorksConnection_isItsOwnUnwrapped() throws SQLException {
    sink.once(
        run(5),
        transaction ->
            assertThatThrownBy(() -> transaction.unwrap(Connection.class).commit())
                .isInstanceOf(FencepostException.class));
  }
}

package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencepostException;
import io.fencepost.StoredResult;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** For databases in which DDL commits what was written before it, and the guard's lock is gone. */
abstract class ImplicitCommitContract extends Contract {
  ImplicitCommitContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  private static void commitByDdl(Connection transaction) throws SQLException {
    TestServer.execute(transaction, "CREATE TABLE IF NOT EXISTS staging (id INTEGER)");
  }

  @Test
  void work_thatCommitsOnTheWay_isToldWhatWasKept() throws SQLException {
    TransactionWork<SQLException> splitting =
        transaction -> {
          Payments.insert(transaction, job, 1);
          commitByDdl(transaction);
          Payments.insert(transaction, job, 2);
        };

    assertThatThrownBy(() -> sink.once(run(5), splitting))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("DDL");
    assertThat(payments.of(job)).as("what came after it is undone").containsExactly(1);
    assertThat(sink.find(run(5))).isEqualTo(new StoredResult(true, 0));
    assertThatThrownBy(() -> sink.guarded(run(5), splitting))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("DDL");
  }

  @Test
  void work_thatCommitsOnTheWayAndThrows_isToldWhatWasKept() {
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> {
                      commitByDdl(transaction);
                      throw new IOException("disk full");
                    }))
        .isExactlyInstanceOf(IOException.class)
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .isInstanceOf(FencepostException.class)
                    .asString()
                    .contains("DDL"));
  }

  @Test
  void aSuccessorThatSealsAfterIt_keepsTheRestOut() throws SQLException {
    assertThatThrownBy(
            () ->
                sink.guarded(
                    run(5),
                    transaction -> {
                      commitByDdl(transaction);
                      // Fixes the snapshot, where the level has one.
                      Payments.insert(transaction, job, 1);
                      TestServer.query(transaction, "SELECT COUNT(*) FROM payment");
                      sink.seal(run(9));
                    }))
        .isInstanceOf(FencepostException.class);

    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void anInnerPiece_doesNotMakeUpForIt() throws SQLException {
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> {
                      commitByDdl(transaction);
                      sink.onceIn(transaction, run(5), "a", pay(1));
                    }))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("DDL");

    assertThat(payments.of(job)).isEmpty();
    assertThat(sink.find(run(5))).isEqualTo(new StoredResult(true, 0));
  }
}

package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.jdbc.OnceResult.AlreadyThere;
import io.fencepost.jdbc.OnceResult.Written;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The guard inside a transaction that belongs to somebody else. */
abstract class UserTransactionContract extends Contract {
  UserTransactionContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  @Test
  void guard_protectsWhatTheUserCommits() throws SQLException {
    try (Connection connection = begun()) {
      sink.guard(connection, run(5));
      Payments.insert(connection, job, 1);
      connection.commit();
    }

    assertThat(payments.of(job)).containsExactly(1);
    assertThatThrownBy(() -> sink.seal(run(4))).isInstanceOf(StaleFenceException.class);
  }

  @Test
  void guard_rolledBackByTheUser_wasNotRaised() throws SQLException {
    try (Connection connection = begun()) {
      sink.guard(connection, run(5));
      connection.rollback();
    }

    assertThat(mark(run(5))).isEmpty();
  }

  @Test
  void guard_inAutocommitMode_isRefused() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      assertThatThrownBy(() -> sink.guard(connection, run(5)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("setAutoCommit(false)");
      assertThatThrownBy(() -> sink.onceIn(connection, run(5), "", pay(1)))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(mark(run(5))).isEmpty();
  }

  @Test
  void aUserWhoCatchesTheStaleFence_stillCannotCommit() throws SQLException {
    sink.seal(run(9));

    try (Connection connection = begun()) {
      Payments.insert(connection, job, 1);
      assertThatThrownBy(() -> sink.guard(connection, run(5)))
          .isInstanceOf(StaleFenceException.class);

      writeAndCommitMustFail(connection);
    }
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void aUserWhoCatchesTheStaleFence_onAPooledConnection_stillCannotCommit() throws SQLException {
    sink.seal(run(9));

    try (OnePool pool = new OnePool(server)) {
      try (Connection connection = pool.dataSource().getConnection()) {
        connection.setAutoCommit(false);
        Payments.insert(connection, job, 1);
        assertThatThrownBy(() -> sink.guard(connection, run(5)))
            .isInstanceOf(StaleFenceException.class);

        writeAndCommitMustFail(connection);
      } catch (SQLException e) {
        // A pool may say that what was closed was broken.
        assertThat(e.getSQLState()).startsWith("08");
      }
      assertThat(JdbcSink.over(pool.dataSource()).once(run(9), pay(3)))
          .as("the pool goes on")
          .isInstanceOf(Written.class);
    }
    assertThat(payments.of(job)).containsExactly(3);
  }

  @Test
  void onceIn_isCommittedByTheUser() throws SQLException {
    try (Connection connection = begun()) {
      assertThat(sink.onceIn(connection, run(5), "a", pay(1))).isInstanceOf(Written.class);
      assertThat(sink.onceIn(connection, run(5), "a", pay(2))).isInstanceOf(AlreadyThere.class);
      connection.commit();
    }

    assertThat(payments.of(job)).containsExactly(1);
    assertThat(sink.find(run(5))).isEqualTo(new StoredResult(false, 1));
  }

  @Test
  void onceIn_findsAnEarlierResult() throws SQLException {
    sink.onceReturning(run(5), "a", transaction -> "first");

    try (Connection connection = begun()) {
      assertThat(sink.onceInReturning(connection, run(9), "a", transaction -> "second").text())
          .contains("first");
      connection.commit();
    }
  }

  @Test
  void onceIn_rolledBackByTheUser_leavesNoKey() throws SQLException {
    try (Connection connection = begun()) {
      sink.onceIn(connection, run(5), "a", pay(1));
      connection.rollback();
    }

    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
  }

  @Test
  void aUserWhoCatchesTheWorksException_cannotCommitTheKeyWithoutTheWork() throws SQLException {
    try (Connection connection = begun()) {
      assertThatThrownBy(
              () ->
                  sink.onceIn(
                      connection,
                      run(5),
                      "a",
                      transaction -> {
                        throw new IOException("disk full");
                      }))
          .isExactlyInstanceOf(IOException.class);

      writeAndCommitMustFail(connection);
    }
    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void aUserWhoCatchesThatTheStepCannotBeStored_cannotCommitWithoutAGuard() throws SQLException {
    try (Connection connection = begun()) {
      Payments.insert(connection, job, 1);
      assertThatThrownBy(() -> sink.onceIn(connection, run(5), "x".repeat(201), pay(2)))
          .isInstanceOf(IllegalArgumentException.class);

      writeAndCommitMustFail(connection);
    }
    assertThat(payments.of(job)).isEmpty();
  }

  private void writeAndCommitMustFail(Connection connection) {
    assertThatThrownBy(() -> Payments.insert(connection, job, 2)).isInstanceOf(SQLException.class);
    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
  }
}

package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencepostException;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.AutoSave;

/** What only PostgreSQL and its driver do. */
abstract class PostgresContract extends Contract {
  private final PostgresServer postgres;

  PostgresContract(PostgresServer server, Isolation isolation) {
    super(server, isolation);
    this.postgres = server;
  }

  @Test
  void work_thatCatchesAnSqlError_isNotTakenForWritten() throws SQLException {
    TransactionWork<SQLException> careless =
        transaction -> {
          Payments.insert(transaction, job, 1);
          assertThatThrownBy(() -> TestServer.execute(transaction, "SELECT 1/0"))
              .isInstanceOf(SQLException.class);
        };

    assertThatThrownBy(() -> sink.once(run(5), careless))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("caught an SQL error");
    assertThatThrownBy(() -> sink.guarded(run(5), careless)).isInstanceOf(FencepostException.class);
    assertThat(sink.find(run(5))).isEqualTo(StoredResult.NONE);
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void aConstraintCheckedAtTheEnd_isARefusedCommit() throws SQLException {
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      TestServer.execute(
                          transaction,
                          "CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id"
                              + " INTEGER REFERENCES parent INITIALLY DEFERRED); INSERT INTO child"
                              + " VALUES (1)");
                    }))
        .isExactlyInstanceOf(FencepostException.class)
        .hasMessageContaining("23503");
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void aSavepointBeforeTheGuard_doesNotBringAStaleTransactionBack() throws SQLException {
    sink.seal(run(9));
    try (Connection connection = begun()) {
      Payments.insert(connection, job, 1);
      Savepoint before = connection.setSavepoint();
      assertThatThrownBy(() -> sink.guard(connection, run(5)))
          .isInstanceOf(StaleFenceException.class);

      assertThatThrownBy(() -> connection.rollback(before)).isInstanceOf(SQLException.class);
      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    }
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void aDriverThatSavesBeforeEachStatement_doesNotBringAStaleTransactionBack() throws SQLException {
    sink.seal(run(9));
    PGSimpleDataSource saving = postgres.dataSource();
    saving.setAutosave(AutoSave.ALWAYS);
    try (Connection connection = saving.getConnection()) {
      connection.setAutoCommit(false);
      Payments.insert(connection, job, 1);
      assertThatThrownBy(() -> sink.guard(connection, run(5)))
          .isInstanceOf(StaleFenceException.class);

      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    }
    assertThat(payments.of(job)).isEmpty();
  }
}

package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.StoredResult;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A pool hands out a connection on which somebody has begun a transaction in SQL: neither JDBC's
 * autocommit mode nor the pool shows it.
 */
abstract class DirtyConnectionContract extends Contract {
  private final OnePool pool = new OnePool(server);
  private final JdbcSink pooled = JdbcSink.over(pool.dataSource());

  DirtyConnectionContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  @BeforeEach
  void leaveATransactionBehind() throws SQLException {
    try (Connection connection = pool.dataSource().getConnection()) {
      TestServer.execute(connection, "BEGIN");
      // Fixes the snapshot, where the level has one.
      TestServer.query(connection, "SELECT COUNT(*) FROM fencepost_result");
      Payments.insert(connection, job, 7);
    }
  }

  @AfterEach
  void closePool() {
    pool.close();
  }

  @Test
  void whatSomebodyElseLeftOpen_isNotCommittedWithTheWork() throws SQLException {
    pooled.once(run(5), pay(1));

    assertThat(payments.of(job)).containsExactly(1);
  }

  @Test
  void work_thatThrows_keepsNothing() throws SQLException {
    assertThatThrownBy(
            () ->
                pooled.once(
                    run(5),
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      throw new IOException("disk full");
                    }))
        .isExactlyInstanceOf(IOException.class);

    assertThat(payments.of(job)).isEmpty();
    assertThat(pooled.find(run(5))).isEqualTo(StoredResult.NONE);
  }

  @Test
  void find_seesWhatWasCommittedSince() throws SQLException {
    sink.once(run(5), pay(1));

    assertThat(pooled.find(run(5).retaken(9))).isEqualTo(new StoredResult(true, 0));
  }
}

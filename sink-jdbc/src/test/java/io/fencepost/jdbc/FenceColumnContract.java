package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FenceToken;
import io.fencepost.FencepostException;
import io.fencepost.StaleFenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that carry the token of their last writer. */
abstract class FenceColumnContract extends Contract {
  private static final AtomicInteger IDS = new AtomicInteger();
  private static final FenceColumn ACCOUNT = FenceColumn.in("account", "id", "last_fence");
  private static final FenceColumn WITH_EPOCH = ACCOUNT.withEpoch("last_epoch");

  private final int id = IDS.incrementAndGet();

  FenceColumnContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  static void createTable(TestServer server) throws SQLException {
    try (Connection connection = server.dataSource().getConnection()) {
      TestServer.execute(
          connection,
          "CREATE TABLE account (id INTEGER PRIMARY KEY, amount INTEGER, note VARCHAR(20),"
              + " last_fence BIGINT, last_epoch BIGINT DEFAULT 0 NOT NULL)");
    }
  }

  @BeforeEach
  void openAccount() throws SQLException {
    try (Connection connection = server.dataSource().getConnection()) {
      TestServer.execute(connection, "INSERT INTO account (id, amount) VALUES (" + id + ", 0)");
    }
  }

  private void update(FenceColumn column, FakeRun run, int amount) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      column.update(connection, run, id, Map.of("amount", amount));
    }
  }

  private String row() throws SQLException {
    return server.query("SELECT CONCAT(amount, ' by ', last_fence) FROM account WHERE id = " + id);
  }

  @Test
  void update_ofARowThatNobodyWrote_goesThrough() throws SQLException {
    update(ACCOUNT, run(5), 10);

    assertThat(row()).isEqualTo("10 by 5");
  }

  @Test
  void update_withTheSameOrAHigherToken_goesThrough() throws SQLException {
    update(ACCOUNT, run(5), 10);
    update(ACCOUNT, run(5), 10);
    update(ACCOUNT, run(9), 30);

    assertThat(row()).isEqualTo("30 by 9");
  }

  @Test
  void update_withALowerToken_isRefusedWithTheMark() throws SQLException {
    update(ACCOUNT, run(9), 10);

    assertThatThrownBy(() -> update(ACCOUNT, run(5), 20))
        .isInstanceOfSatisfying(
            StaleFenceException.class,
            e -> {
              assertThat(e.sink()).isEqualTo("account");
              assertThat(e.mark()).isEqualTo(new FenceToken(0, 9));
            });
    assertThat(row()).isEqualTo("10 by 9");
  }

  @Test
  void update_ofNoRow_saysSo() {
    assertThatThrownBy(
            () -> {
              try (Connection connection = dataSource.getConnection()) {
                ACCOUNT.update(connection, run(5), -1, Map.of("amount", 1));
              }
            })
        .isExactlyInstanceOf(FencepostException.class)
        .hasMessageContaining("no row");
  }

  @Test
  void update_ofATableThatIsNotThere_namesItAndNotTheSinksOwn() {
    FenceColumn missing = FenceColumn.in("no_such_table", "id", "last_fence");

    assertThatThrownBy(() -> update(missing, run(5), 1))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("no_such_table")
        .hasMessageNotContaining("JdbcSchema");
  }

  @Test
  void update_thatIsStaleAndCaught_cannotCommitTheRest() throws SQLException {
    update(ACCOUNT, run(9), 10);

    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> {
                      Payments.insert(transaction, job, 1);
                      assertThatThrownBy(
                              () -> ACCOUNT.update(transaction, run(5), id, Map.of("amount", 20)))
                          .isInstanceOf(StaleFenceException.class);
                    }))
        .isInstanceOf(StaleFenceException.class);
    try (Connection connection = begun()) {
      Payments.insert(connection, job, 1);
      assertThatThrownBy(() -> ACCOUNT.update(connection, run(5), id, Map.of("amount", 20)))
          .isInstanceOf(StaleFenceException.class);
      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    }
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void update_toNull_isWritten() throws SQLException {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("amount", 7);
    values.put("note", null);
    try (Connection connection = dataSource.getConnection()) {
      ACCOUNT.update(connection, run(5), id, values);
    }

    assertThat(row()).isEqualTo("7 by 5");
  }

  @Test
  void anEpoch_needsItsColumn() throws SQLException {
    FakeRun later = run(0).with(new FenceToken(1, 3));

    assertThatThrownBy(() -> update(ACCOUNT, later, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("withEpoch");

    update(WITH_EPOCH, run(900), 1);
    update(WITH_EPOCH, later, 2);
    assertThatThrownBy(() -> update(WITH_EPOCH, run(901), 3))
        .isInstanceOfSatisfying(
            StaleFenceException.class, e -> assertThat(e.mark()).isEqualTo(new FenceToken(1, 3)));
    assertThat(row()).isEqualTo("2 by 3");
  }

  @Test
  void aRowThatAppearsAndIsTakenByASuccessorMeanwhile_isNotTakenForUpdated() throws SQLException {
    int late = IDS.incrementAndGet();
    AtomicInteger statements = new AtomicInteger();
    try (Connection real = dataSource.getConnection()) {
      Connection watched =
          Faults.before(
              real,
              "prepareStatement",
              () -> {
                switch (statements.incrementAndGet()) {
                  case 2 ->
                      server.update("INSERT INTO account (id, amount) VALUES (" + late + ", 0)");
                  case 3 ->
                      server.update(
                          "UPDATE account SET amount = 9, last_fence = 9 WHERE id = " + late);
                  default -> {}
                }
              });

      assertThatThrownBy(() -> ACCOUNT.update(watched, run(5), late, Map.of("amount", 5)))
          .isInstanceOf(StaleFenceException.class);
    }
  }
}

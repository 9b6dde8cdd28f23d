package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencepostException;
import io.fencepost.jdbc.OnceResult.Written;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Whoever sets it up wrong is told what to do. */
abstract class TroubleContract extends Contract {
  TroubleContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  @Test
  void missingTables_areNamedTogetherWithTheScript() throws SQLException {
    JdbcSink unprepared = JdbcSink.over(server.empty());

    assertThatThrownBy(unprepared::check)
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("JdbcSchema.script");
    assertThatThrownBy(() -> unprepared.seal(run(5)))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("JdbcSchema.script");
  }

  @Test
  void aTableOfAnotherVersion_isNamedTogetherWithTheScript() throws SQLException {
    DataSource older = server.empty();
    JdbcSchema.createIfMissing(older);
    try (Connection connection = older.getConnection()) {
      TestServer.execute(connection, "ALTER TABLE fencepost_guard DROP COLUMN nonce");
    }

    assertThatThrownBy(() -> JdbcSink.over(older).check())
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("JdbcSchema.script");
  }

  @Test
  void aConnectionThatDoesNotEvenNameItsDatabase_goesBackToThePool() throws SQLException {
    Connection real = dataSource.getConnection();
    JdbcSink unlucky =
        JdbcSink.over(
            Faults.dataSource(
                () ->
                    Faults.replacing(
                        real,
                        "getMetaData",
                        connection -> {
                          throw Faults.connectionLost();
                        })));

    assertThatThrownBy(() -> unlucky.seal(run(5))).isInstanceOf(FencepostException.class);
    assertThat(real.isClosed()).isTrue();
  }

  @Test
  void createIfMissing_createsWhatTheSinkNeeds() throws SQLException {
    DataSource empty = server.empty();

    JdbcSchema.createIfMissing(empty);
    JdbcSchema.createIfMissing(empty);

    JdbcSink prepared = JdbcSink.over(empty);
    assertThatCode(prepared::check).doesNotThrowAnyException();
    assertThat(prepared.once(run(5), transaction -> {})).isInstanceOf(Written.class);
  }

  @Test
  void createIfMissing_fromManyProcessesAtOnce_creates() throws Exception {
    DataSource empty = server.empty();
    CyclicBarrier together = new CyclicBarrier(4);
    List<Future<Boolean>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(
          start(
              () -> {
                together.await();
                JdbcSchema.createIfMissing(empty);
                return true;
              }));
    }
    for (Future<Boolean> one : all) {
      assertThat(outcome(one)).isTrue();
    }
    assertThatCode(() -> JdbcSink.over(empty).check()).doesNotThrowAnyException();
  }

  @Test
  void aDatabaseThatIsNotThere_isSaidToBeUnreachable() {
    JdbcSink unreachable =
        JdbcSink.over(
            Faults.dataSource(
                () -> {
                  throw new SQLException("Connection to localhost:1 refused", "08001");
                }));

    assertThatThrownBy(() -> unreachable.seal(run(5)))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("fence=5")
        .hasMessageContaining("no connection")
        .hasMessageContaining("08001");
    assertThatThrownBy(unreachable::check)
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("not reached");
  }

  @Test
  void aUsersFailingSql_isTheUsersException() {
    assertThatThrownBy(
            () ->
                sink.once(
                    run(5),
                    transaction -> TestServer.execute(transaction, "SELECT 1 FROM no_such_table")))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void theDialect_isFoundOut() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      assertThat(Dialect.of(connection)).isEqualTo(server.dialect());
    }
  }
}

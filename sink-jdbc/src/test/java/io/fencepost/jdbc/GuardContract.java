package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fencepost.FenceToken;
import io.fencepost.LeaseLostException;
import io.fencepost.StaleFenceException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The mark of a job only rises, and a run below it writes nothing. */
abstract class GuardContract extends Contract {
  GuardContract(TestServer server, Isolation isolation) {
    super(server, isolation);
  }

  @Test
  void seal_ofTheFirstRun_setsTheMark() throws SQLException {
    sink.seal(run(5));

    assertThat(mark(run(5))).contains(new FenceToken(0, 5));
  }

  @Test
  void seal_withAHigherToken_raisesTheMark() throws SQLException {
    sink.seal(run(5));
    sink.seal(run(9));

    assertThat(mark(run(5))).contains(new FenceToken(0, 9));
  }

  @Test
  void seal_withTheSameTokenAgain_isAccepted() {
    sink.seal(run(5));

    assertThatCode(() -> sink.seal(run(5))).doesNotThrowAnyException();
  }

  @Test
  void seal_withALowerToken_isRefusedAndNamesBoth() throws SQLException {
    sink.seal(run(9));

    StaleFenceException refused =
        catchThrowableOfType(StaleFenceException.class, () -> sink.seal(run(5)));

    assertThat(refused.sink()).isEqualTo("jdbc");
    assertThat(refused.occurrence()).isEqualTo(run(5).occurrence());
    assertThat(refused.fence()).isEqualTo(new FenceToken(0, 5));
    assertThat(refused.mark()).isEqualTo(new FenceToken(0, 9));
    assertThat(mark(run(5))).contains(new FenceToken(0, 9));
  }

  @Test
  void anEpoch_outweighsTheValue() throws SQLException {
    sink.seal(run(900));
    sink.seal(run(0).with(new FenceToken(1, 3)));

    assertThatThrownBy(() -> sink.seal(run(901))).isInstanceOf(StaleFenceException.class);
    assertThat(mark(run(0))).contains(new FenceToken(1, 3));
  }

  @Test
  void tokensAbove32Bits_areCompared() {
    long zxid = 0x7_0000_0001L;
    sink.seal(run(zxid));

    assertThatThrownBy(() -> sink.seal(run(zxid - 1))).isInstanceOf(StaleFenceException.class);
  }

  @Test
  void guards_ofOtherJobsShardsAndNamespaces_areTheirOwn() {
    sink.seal(run(9));

    assertThatCode(
            () -> {
              sink.seal(FakeRun.of(job + "-other", 1));
              sink.seal(run(1).shard(1));
              sink.seal(run(1).in("elsewhere"));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void guarded_commitsEachTime() throws SQLException {
    sink.guarded(run(5), pay(1));
    sink.guarded(run(5), pay(2));

    assertThat(payments.of(job)).containsExactly(1, 2);
  }

  @Test
  void guarded_ofAStaleRun_doesNotStartTheWork() throws SQLException {
    sink.seal(run(9));

    assertThatThrownBy(() -> sink.guarded(run(5), pay(1))).isInstanceOf(StaleFenceException.class);
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void guarded_raisesTheMark() {
    assertThatCode(() -> sink.guarded(run(9), pay(1))).doesNotThrowAnyException();

    assertThatThrownBy(() -> sink.seal(run(5))).isInstanceOf(StaleFenceException.class);
  }

  @Test
  void guarded_withTheLeaseLostMeanwhile_keepsNothing() throws SQLException {
    assertThatThrownBy(() -> sink.guarded(run(5).leaseLost(), pay(1)))
        .isInstanceOf(LeaseLostException.class);
    assertThat(payments.of(job)).isEmpty();
  }

  @Test
  void theSessionsSettings_areAsBefore() throws Exception {
    try (OnePool pool = new OnePool(server)) {
      String before = pool.query(server.settingsSql());
      JdbcSink pooled = JdbcSink.over(pool.dataSource());

      pooled.seal(run(5));
      pooled.once(run(5), pay(1));
      assertThatThrownBy(() -> pooled.seal(run(4))).isInstanceOf(StaleFenceException.class);

      assertThat(pool.query(server.settingsSql())).isEqualTo(before);
      assertThat(pool.autoCommit()).isTrue();
    }
  }

  @Test
  void theSessionsSettings_insideTheTransactionFollowFromTheLease() throws SQLException {
    sink.guarded(
        run(5),
        transaction ->
            assertThat(TestServer.query(transaction, server.settingsSql()))
                .isEqualTo(server.settingsForALeaseOf30Seconds()));
  }
}

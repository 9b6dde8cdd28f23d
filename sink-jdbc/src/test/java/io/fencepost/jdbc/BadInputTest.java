package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencepostException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BadInputTest {
  private final JdbcSink sink = JdbcSink.over(new H2Server().dataSource());

  @ParameterizedTest
  @ValueSource(strings = {" a", "a ", "a\nb", "a\0b", "a\ud83d", "\ude42a"})
  void aStepThatDatabasesStoreDifferently_isRefused(String step) {
    assertThatThrownBy(() -> sink.once(FakeRun.of("job", 5), step, transaction -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("step");
  }

  @Test
  void aStepThatIsTooLong_isRefusedWithTheLimit() {
    assertThatThrownBy(() -> sink.once(FakeRun.of("job", 5), "x".repeat(201), transaction -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("201")
        .hasMessageContaining("200");
  }

  @Test
  void aResultsText_thatDatabasesStoreDifferently_isRefused() {
    assertThatThrownBy(() -> ResultRow.checkedResult("half: \ud83d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("surrogate");
  }

  @Test
  void aNamespaceThatIsTooLong_isRefusedWithTheLimit() {
    FakeRun run = FakeRun.of("job", 5).in("x".repeat(101));

    assertThatThrownBy(() -> sink.seal(run))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100");
  }

  @Test
  void aTimeoutThatIsNotBelowTheLease_isRefused() {
    JdbcSinkBuilder builder = JdbcSink.builder(new H2Server().dataSource());

    assertThatThrownBy(() -> builder.lockTimeout(Duration.ofSeconds(10)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lockTimeout")
        .hasMessageContaining("lease of 10 s");
    assertThatThrownBy(
            () -> builder.lockTimeout(Duration.ofSeconds(1)).idleTimeout(Duration.ZERO).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("idleTimeout");
    assertThatThrownBy(
            () ->
                builder
                    .idleTimeout(Duration.ofSeconds(1))
                    .resolveTimeout(Duration.ofSeconds(-1))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("resolveTimeout");
    assertThatThrownBy(() -> builder.resolveTimeout(Duration.ofSeconds(Long.MAX_VALUE)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("resolveTimeout");
    for (Duration lease : List.of(Duration.ofSeconds(1), Duration.ofSeconds(Long.MAX_VALUE))) {
      assertThatThrownBy(() -> builder.lease(lease).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("lease");
    }
    assertThatThrownBy(() -> builder.name(" ").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name");
  }

  @Test
  void theShortestLeaseOfAScheduler_isAccepted() {
    JdbcSinkBuilder builder = JdbcSink.builder(new H2Server().dataSource());

    assertThatCode(() -> builder.lease(Duration.ofSeconds(2)).build()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a;drop", "a.b.c", "1a", "\"a\"", "ä"})
  void aNameThatIsNoPlainSqlName_isRefused(String name) {
    assertThatThrownBy(() -> FenceColumn.in(name, "id", "last_fence"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FenceColumn.in("account", name, "last_fence"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FenceColumn.in("account", "id", name))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FenceColumn.in("account", "id", "last_fence").updateSql(List.of(name)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theFenceColumnsStatement_isShown() {
    FenceColumn column = FenceColumn.in("bank.account", "id", "last_fence");

    assertThat(column.updateSql(Map.of("amount", 1).keySet()))
        .isEqualTo(
            "UPDATE bank.account SET amount = ?, last_fence = ?"
                + " WHERE id = ? AND (last_fence IS NULL OR last_fence <= ?)");
    assertThat(column.withEpoch("last_epoch").updateSql(List.of("amount")))
        .isEqualTo(
            "UPDATE bank.account SET amount = ?, last_fence = ?, last_epoch = ? WHERE id = ? AND"
                + " (last_fence IS NULL OR last_epoch < ? OR (last_epoch = ? AND last_fence <= ?))");
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void aScript_createsBothTables(Dialect dialect) {
    assertThat(JdbcSchema.script(dialect)).contains("fencepost_guard", "fencepost_result");
  }

  @Test
  void aDatabaseThatNobodyKnows_isNamed() {
    DatabaseMetaData metaData =
        (DatabaseMetaData)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, args) -> "Grape 7");
    Connection connection =
        (Connection)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) -> metaData);

    assertThatThrownBy(() -> Dialect.of(connection))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("Grape 7")
        .hasMessageContaining("PostgreSQL");
  }
}

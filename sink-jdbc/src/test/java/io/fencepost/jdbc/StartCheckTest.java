package io.fencepost.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.fencepost.FencepostException;
import io.fencepost.SchedulerSettings;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What an application is told when it starts with a database that cannot be used. */
final class StartCheckTest {
  private static final SchedulerSettings TEN_SECONDS =
      SchedulerSettings.builder("test", "n1").build();

  private static SchedulerSettings lease(Duration lease) {
    return SchedulerSettings.builder("test", "n1").lease(lease).build();
  }

  private static DataSource withTables() {
    DataSource dataSource = new H2Server().dataSource();
    JdbcSchema.createIfMissing(dataSource);
    return dataSource;
  }

  private static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setConnectionTimeout(300);
    config.setInitializationFailTimeout(-1);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  @Test
  void sinkThatFits_isNotObjectedTo() {
    assertThatCode(() -> JdbcSink.over(withTables()).check(TEN_SECONDS)).doesNotThrowAnyException();
  }

  @Test
  void timeoutsAboveTheSchedulersLease_areNamed_withTheSetting() {
    JdbcSink sink = JdbcSink.over(withTables());

    assertThatThrownBy(() -> sink.check(lease(Duration.ofSeconds(2))))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("sink 'jdbc' has lockTimeout = 3.33 s and idleTimeout = 6.67 s")
        .hasMessageContaining("the scheduler's lease is 2 s")
        .hasMessageContaining("fencepost.lease");
    assertThatThrownBy(() -> sink.check(lease(Duration.ofSeconds(5))))
        .hasMessageContaining("idleTimeout")
        .hasMessageNotContaining("lockTimeout");
    assertThatCode(() -> sink.check(lease(Duration.ofSeconds(30)))).doesNotThrowAnyException();
  }

  @Test
  void unreachableDatabase_isReportedWithUrl_time_cause_andWhatToCheck() {
    PGSimpleDataSource nowhere = new PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://localhost:1/orders?user=me&password=hunter2");

    assertThatThrownBy(() -> JdbcSink.over(nowhere).check(TEN_SECONDS))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("sink 'jdbc' cannot be used")
        .hasMessageContaining("connecting to jdbc:postgresql://localhost:1/orders")
        .hasMessageMatching("(?s).*failed after [0-9.]+ m?s: .*")
        .hasMessageContaining("check host, port and that the server runs")
        .hasMessageContaining("Connection to localhost:1 refused")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void unreachableDatabaseBehindAPool_isReportedWithTheDriversCause() {
    try (HikariDataSource pool =
        pool("jdbc:postgresql://localhost:1/orders?user=me&password=hunter2")) {
      assertThatThrownBy(() -> JdbcSink.over(pool).check(TEN_SECONDS))
          .hasMessageContaining("jdbc:postgresql://localhost:1/orders")
          .hasMessageContaining("Connection to localhost:1 refused")
          .hasMessageNotContaining("hunter2");
    }
  }

  @Test
  void poolThatRefusesItsUrl_isReportedToo() {
    JdbcSink sink =
        JdbcSink.over(
            Faults.dataSource(
                () -> {
                  throw new IllegalStateException("no driver for jdbc:postgers://db/orders");
                }));

    assertThatThrownBy(() -> sink.check(TEN_SECONDS))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("no driver for jdbc:postgers://db/orders");
  }

  @Test
  void missingTables_areReportedWithUrl_andWhatMakesThem() {
    DataSource empty = new H2Server().empty();

    assertThatThrownBy(() -> JdbcSink.over(empty).check(TEN_SECONDS))
        .hasMessageContaining("using jdbc:h2:mem:")
        .hasMessageContaining("JdbcSchema.script")
        .hasMessageContaining("JdbcSchema.createIfMissing")
        .hasMessageContaining("FENCEPOST_GUARD");
  }

  @Test
  void wrongPassword_isSaidToBeOne() throws SQLException {
    JdbcDataSource owner = new JdbcDataSource();
    owner.setURL("jdbc:h2:mem:owned;DB_CLOSE_DELAY=-1");
    owner.setUser("owner");
    owner.setPassword("right");
    owner.getConnection().close();
    JdbcDataSource stranger = new JdbcDataSource();
    stranger.setURL("jdbc:h2:mem:owned;DB_CLOSE_DELAY=-1");
    stranger.setUser("owner");
    stranger.setPassword("hunter2");

    assertThatThrownBy(() -> JdbcSink.over(stranger).check(TEN_SECONDS))
        .hasMessageContaining("refused the user or its password")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void createIfMissing_saysTheSame() {
    PGSimpleDataSource nowhere = new PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://localhost:1/orders");

    assertThatThrownBy(() -> JdbcSchema.createIfMissing(nowhere))
        .isInstanceOf(FencepostException.class)
        .hasMessageContaining("jdbc:postgresql://localhost:1/orders")
        .hasMessageContaining("Connection to localhost:1 refused");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/d?user=a&password=hunter2&ssl=true",
    "jdbc:sqlserver://h;databaseName=d;password=hunter2;x=y",
    "jdbc:mysql://me:hunter2@h/d",
    "jdbc:mysql://h/d?trustStorePassword=hunter2",
  })
  void passwords_areMasked(String url) {
    assertThat(DriverMessage.mask(url)).doesNotContain("hunter2").contains("***");
  }

  @Test
  void failuresOfSeals_carryTheDriversMessage() {
    JdbcSink sink = JdbcSink.over(new H2Server().empty());

    assertThatThrownBy(() -> sink.seal(FakeRun.of("job", 5)))
        .hasMessageContaining("FENCEPOST_GUARD");
  }
}

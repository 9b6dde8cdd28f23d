package io.fencepost.sample;

import static java.util.Objects.requireNonNull;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import com.typesafe.config.Config;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.fencepost.guice.JobBinder;
import io.fencepost.guice.SchedulerBinder;
import io.fencepost.guice.SchedulerModule;
import io.fencepost.jdbc.JdbcSink;
import javax.sql.DataSource;

/** The service: the scheduler, the job, the database that it settles in and the sink over it. */
public final class SettlementModule extends AbstractModule {
  private static final int SECONDS_TO_CONNECT = 10;

  private final Config config;

  public SettlementModule(Config config) {
    this.config = requireNonNull(config, "config is null");
  }

  @Override
  protected void configure() {
    install(new SchedulerModule(config));
    JobBinder.newJobBinder(binder()).add(SettlementJob.class);
    SchedulerBinder.newSchedulerBinder(binder()).addSink().to(JdbcSink.class);
    OptionalBinder.newOptionalBinder(binder(), Fees.class)
        .setDefault()
        .toInstance((merchant, cents) -> cents / 100);
    bind(SettlementBook.class).in(Singleton.class);
    bind(BusinessDays.class).toInstance(BusinessDays.of(config.getConfig("sample")));
  }

  @Provides
  @Singleton
  DataSource dataSource() {
    HikariConfig pool = new HikariConfig();
    pool.setJdbcUrl(config.getString("sample.jdbc-url"));
    String user = config.getString("sample.jdbc-user");
    if (!user.isEmpty()) {
      pool.setUsername(user);
      pool.setPassword(config.getString("sample.jdbc-password"));
    }
    pool.setMaximumPoolSize(4);
    pool.setMinimumIdle(0);
    pool.setConnectionTimeout(SECONDS_TO_CONNECT * 1000L);
    pool.setInitializationFailTimeout(-1);
    return new HikariDataSource(pool);
  }

  @Provides
  @Singleton
  JdbcSink sink(DataSource dataSource) {
    return JdbcSink.builder(dataSource)
        .name("settlement-db")
        .lease(config.getDuration("fencepost.lease"))
        .build();
  }
}

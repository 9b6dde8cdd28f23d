package io.fencepost.guice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Inject;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.ProvisionException;
import com.google.inject.Singleton;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.RunContext;
import io.fencepost.Scheduled;
import io.fencepost.Scheduler;
import io.fencepost.config.ConfiguredMemory;
import io.fencepost.config.InvalidConfigException;
import io.fencepost.config.NamedSink;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.schedule.FixedDelay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SchedulerModuleTest {
  private final ConfiguredMemory memory = new ConfiguredMemory();

  /** What the handlers of these tests need. */
  record Ran(CountDownLatch latch) {}

  @Scheduled(name = "counting", fixedDelay = "50ms")
  static final class Counting implements Job {
    private final Ran ran;

    @Inject
    Counting(Ran ran) {
      this.ran = ran;
    }

    @Override
    public void run(RunContext run) {
      ran.latch().countDown();
    }
  }

  @Scheduled(name = "counting", fixedDelay = "1h")
  static final class SameName implements Job {
    @Override
    public void run(RunContext run) {}
  }

  static final class NotInjectable implements Job {
    NotInjectable(Ran ran) {
      ran.latch().countDown();
    }

    @Override
    public void run(RunContext run) {}
  }

  private static Config config(String... lines) {
    return ConfigFactory.parseString(
        "fencepost { namespace = test, backend = memory, lease = 2s }\n"
            + String.join("\n", lines));
  }

  private Injector injector(Config config, Module application) {
    return Guice.createInjector(
        new AbstractModule() {
          @Override
          protected void configure() {
            binder().requireExplicitBindings();
            binder().requireExactBindingAnnotations();
            binder().disableCircularProxies();
            install(new SchedulerModule(config));
            SchedulerBinder.newSchedulerBinder(binder()).addBackend().toInstance(memory);
            install(application);
          }
        });
  }

  private Injector injector(JobsModule jobs) {
    return injector(config(), binder -> jobs.add(JobBinder.newJobBinder(binder)));
  }

  @FunctionalInterface
  interface JobsModule {
    void add(JobBinder jobs);
  }

  private static JobDefinition job(String name) {
    return JobDefinition.builder(name, new FixedDelay(Duration.ofMillis(50))).build();
  }

  @Test
  @Timeout(60)
  void jobs_ofEveryForm_run_andListenersHearOfIt() throws Exception {
    Ran ran = new Ran(new CountDownLatch(1));
    CountDownLatch other = new CountDownLatch(1);
    CountDownLatch events = new CountDownLatch(1);
    Injector injector =
        injector(
            config(),
            binder -> {
              binder.bind(Ran.class).toInstance(ran);
              JobBinder.newJobBinder(binder).add(Counting.class);
              JobBinder.newJobBinder(binder).add(job("lambda")).toInstance(r -> other.countDown());
              JobBinder.newJobBinder(binder).add(job("made")).to(Counting.class);
              SchedulerBinder scheduler = SchedulerBinder.newSchedulerBinder(binder);
              scheduler.addSink().toInstance(new NamedSink("orders"));
              scheduler
                  .addListener()
                  .toInstance(
                      event -> {
                        if (event instanceof SchedulerEvent.Recorded) {
                          events.countDown();
                        }
                      });
            });

    try (Scheduler scheduler = injector.getInstance(Scheduler.class)) {
      assertThat(injector.getInstance(Scheduler.class)).isSameAs(scheduler);
      scheduler.start();

      assertThat(ran.latch().await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(other.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(events.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(memory.open()).isZero();
  }

  @Test
  void handlerThatTheApplicationBinds_isTakenByItsKey() {
    Injector injector =
        injector(
            config(),
            binder -> {
              binder.bind(Ran.class).toInstance(new Ran(new CountDownLatch(1)));
              binder.bind(Counting.class).in(Singleton.class);
              JobBinder.newJobBinder(binder).add(Key.get(Counting.class));
            });

    injector.getInstance(Scheduler.class).close();
    assertThat(memory.connectedTo()).hasSize(1);
  }

  @Test
  void sinksThatAreBound_areThoseThatJobsMayName() {
    Injector injector =
        injector(
            config("fencepost.jobs.a.sinks = [orders]"),
            binder -> {
              JobBinder.newJobBinder(binder).add(job("a")).toInstance(run -> {});
              SchedulerBinder.newSchedulerBinder(binder)
                  .addSink()
                  .toInstance(new NamedSink("orders"));
            });

    injector.getInstance(Scheduler.class).close();
    assertThat(memory.connectedTo()).hasSize(1);
  }

  @Test
  void nothingIsConnected_untilTheSchedulerIsAskedFor() {
    injector(jobs -> {});

    assertThat(memory.connectedTo()).isEmpty();
  }

  @Test
  void handlerThatCannotBeMade_isAnErrorOfTheInjector() {
    assertThatThrownBy(() -> injector(jobs -> jobs.add(job("a")).to(NotInjectable.class)))
        .isInstanceOf(CreationException.class)
        .hasMessageContaining(
            "NotInjectable"
                + " cannot be made: it needs one constructor with @Inject, or one without parameters"
                + " that is not private; a class that you bind yourself is added as"
                + " Key.get(NotInjectable.class)")
        .hasMessageContaining("1 error");
  }

  @Test
  void handlerWhoseKeyIsNotBound_isAnErrorOfTheInjector() {
    assertThatThrownBy(() -> injector(jobs -> jobs.add(job("a")).to(Key.get(SameName.class))))
        .isInstanceOf(CreationException.class)
        .hasMessageContaining("SameName");
  }

  @Test
  void jobWithTwoHandlers_isAnErrorOfTheInjector() {
    assertThatThrownBy(
            () ->
                injector(
                    jobs -> {
                      JobBinder.Handler handler = jobs.add(job("a"));
                      handler.toInstance(run -> {});
                      handler.toInstance(run -> {});
                    }))
        .isInstanceOf(CreationException.class)
        .hasMessageContaining(
            "job 'a' has two handlers: call one of to(...) and toInstance(...), once");
  }

  @Test
  void jobWithoutAHandler_isAConfigError() {
    Injector injector = injector(jobs -> jobs.add(job("a")));

    assertThat(errors(injector))
        .containsExactly("job 'a' has no handler: add(...).to(...) was not completed");
    assertThat(memory.open()).isZero();
  }

  @Test
  void jobNameThatIsTakenTwice_isAConfigErrorThatNamesBothPlaces() {
    Injector injector =
        injector(
            jobs -> {
              jobs.add(SameName.class);
              jobs.add(job("counting")).toInstance(run -> {});
            });

    assertThat(errors(injector))
        .singleElement()
        .asString()
        .startsWith(
            "the job name 'counting' is taken 2 times: @Scheduled on "
                + SameName.class.getName()
                + ", declared at SchedulerModuleTest.java:");
  }

  @Test
  void configThatIsWrong_isTheCauseOfGuicesException() {
    Injector injector = injector(config("fencepost.workers = 0"), binder -> {});

    assertThat(errors(injector)).singleElement().asString().startsWith("fencepost.workers is 0");
  }

  private static List<String> errors(Injector injector) {
    Throwable cause =
        catchThrowableOfType(ProvisionException.class, () -> injector.getInstance(Scheduler.class))
            .getCause();
    if (cause instanceof InvalidConfigException invalid) {
      return invalid.errors();
    }
    throw new AssertionError(cause);
  }
}

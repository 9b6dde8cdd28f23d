package io.fencepost.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Module;
import com.google.inject.Stage;
import com.typesafe.config.ConfigFactory;
import io.fencepost.FencepostException;
import io.fencepost.JobDefinition;
import io.fencepost.Scheduler;
import io.fencepost.guice.JobBinder;
import io.fencepost.guice.SchedulerModule;
import io.fencepost.guice.StartFailure;
import io.fencepost.schedule.FixedDelay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As an application in a package of its own sees it. */
class StartFailureTest {
  private static final Module WRONG_CONFIG =
      new SchedulerModule(ConfigFactory.parseString("fencepost { backend = memroy, lease = 1s }"));

  private static String explained(Runnable start) {
    return StartFailure.explain(catchThrowable(start::run));
  }

  @Test
  void wrongConfig_isExplainedByItsErrorsAlone() {
    String whenAskedFor =
        explained(() -> Guice.createInjector(WRONG_CONFIG).getInstance(Scheduler.class));

    assertThat(whenAskedFor)
        .startsWith("The configuration has 3 errors:")
        .contains("fencepost.namespace is not set", "fencepost.lease is \"1s\"")
        .doesNotContain("com.google.inject", "at io.fencepost");
    assertThat(explained(() -> Guice.createInjector(Stage.PRODUCTION, WRONG_CONFIG)))
        .isEqualTo(whenAskedFor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere.conf", "broken.conf"})
  void configThatCannotBeRead_isOneError_withoutATraceOfGuice(String file, @TempDir Path directory)
      throws IOException {
    Files.writeString(directory.resolve("broken.conf"), "fencepost {");
    List<LogRecord> logged = new CopyOnWriteArrayList<>();
    Handler handler = new Recording(logged);
    Logger root = Logger.getLogger("com.google.inject");
    root.addHandler(handler);
    System.setProperty("config.file", directory.resolve(file).toString());
    ConfigFactory.invalidateCaches();
    try {
      Module service =
          new AbstractModule() {
            @Override
            protected void configure() {
              install(new SchedulerModule());
            }
          };
      assertThat(explained(() -> Guice.createInjector(service)))
          .contains("the configuration cannot be read", file)
          .doesNotContain("at com.typesafe", "Parseable");
      assertThat(explained(() -> ConfigFactory.load()))
          .startsWith("the configuration cannot be read")
          .doesNotContain("Parseable");
      assertThat(logged).isEmpty();
    } finally {
      System.clearProperty("config.file");
      ConfigFactory.invalidateCaches();
      root.removeHandler(handler);
    }
  }

  private static final class Recording extends Handler {
    private final List<LogRecord> logged;

    Recording(List<LogRecord> logged) {
      this.logged = logged;
    }

    @Override
    public void publish(LogRecord line) {
      logged.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void wrongDefinitionInAModule_isExplainedWithItsLine() {
    Module wrong =
        new AbstractModule() {
          @Override
          protected void configure() {
            JobBinder.newJobBinder(binder())
                .add(JobDefinition.builder("a/b", new FixedDelay(Duration.ofHours(1))).build())
                .toInstance(run -> {});
          }
        };

    assertThat(explained(() -> Guice.createInjector(wrong)))
        .startsWith("job name 'a/b' cannot be a path segment")
        .containsPattern("\\(StartFailureTest\\.java:\\d+\\)$")
        .doesNotContain("unknown source");
  }

  @Test
  void severalMistakesInModules_areAllListed() {
    Module wrong =
        new AbstractModule() {
          @Override
          protected void configure() {
            binder().addError("no first");
            binder().addError("no second");
          }
        };

    assertThat(explained(() -> Guice.createInjector(wrong)))
        .contains("\n  - no first", "\n  - no second", "StartFailureTest.java");
  }

  @Test
  void whatFencepostSays_isFoundAmongItsWrappings() {
    assertThat(StartFailure.explain(new RuntimeException(new FencepostException("no sink"))))
        .isEqualTo("no sink");
  }
}

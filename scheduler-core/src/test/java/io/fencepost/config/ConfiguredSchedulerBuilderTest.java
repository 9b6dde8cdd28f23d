package io.fencepost.config;

import static io.fencepost.config.Hocon.app;
import static io.fencepost.config.Hocon.bare;
import static io.fencepost.config.Hocon.errorsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.typesafe.config.Config;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.RunContext;
import io.fencepost.Scheduled;
import io.fencepost.Scheduler;
import io.fencepost.schedule.FixedDelay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ConfiguredSchedulerBuilderTest {
  private static final Job NO_OP = run -> {};

  private final ConfiguredMemory memory = new ConfiguredMemory();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ConfiguredSchedulerBuilder.class);

  @Scheduled(name = "annotated", fixedDelay = "1h")
  static final class Annotated implements Job {
    @Override
    public void run(RunContext run) {}
  }

  @AfterEach
  void detach() {
    logger.detachAppender(log);
  }

  private ConfiguredSchedulerBuilder with(Config config) {
    return ConfiguredSchedulerBuilder.of(config).backend(memory);
  }

  private static JobDefinition job(String name) {
    return JobDefinition.builder(name, new FixedDelay(Duration.ofHours(1))).build();
  }

  @Test
  void configAndJobsThatAreRight_makeAScheduler() {
    log.start();
    logger.addAppender(log);
    Config config = app("fencepost { node-id = n1, memory.size = 3, jobs.a.timeout = 5m }");

    try (Scheduler scheduler = with(config).job(new Annotated()).job(job("a"), NO_OP).build()) {
      scheduler.start();
    }

    assertThat(memory.connectedTo()).containsExactly("test {\"size\":3}");
    assertThat(log.list).hasSize(1);
    assertThat(log.list.get(0).getFormattedMessage().lines())
        .startsWith("node=n1: effective configuration")
        .contains(
            "fencepost.jobs.a.timeout = \"5m\"  # app.conf:2",
            "fencepost.jobs.annotated.fixed-delay = \"1h\"  # @Scheduled on "
                + Annotated.class.getName(),
            "fencepost.jobs.annotated.keep-runs = 100  # default");
  }

  @Test
  void allErrors_ofNodeJobsSinksAndBackend_areReportedAtOnce() {
    memory.refuse("fencepost.memory.size is 0, allowed: 1 or more");
    memory.contradict("fencepost.memory contradicts itself");
    ConfiguredSchedulerBuilder builder =
        with(app("fencepost.lease = 1s", "fencepost.jobs { a.shards = 0, b.sinks = [ordres] }"))
            .job(job("a"), NO_OP)
            .job(job("b"), NO_OP)
            .sink(new NamedSink("orders"))
            .sink(new NamedSink("orders"));

    assertThat(errorsOf(builder::build))
        .containsExactlyInAnyOrder(
            "fencepost.lease is \"1s\", allowed: a duration from 2s to 5m (app.conf:2)",
            "fencepost.jobs.a.shards is 0, allowed: a whole number from 1 to 1000 (app.conf:3)",
            "fencepost.jobs.b.sinks names 'ordres', a sink that the scheduler does not have; did you"
                + " mean orders? (app.conf:3)",
            "two sinks have the name 'orders'; each needs its own",
            "fencepost.memory contradicts itself",
            "fencepost.memory.size is 0, allowed: 1 or more");
  }

  @Test
  void unknownSinkThatIsLikeNoOther_namesThoseThatThereAre() {
    assertThat(
            errorsOf(
                with(app("fencepost.jobs.a.sinks = [mail]"))
                        .job(job("a"), NO_OP)
                        .sink(new NamedSink("orders"))
                    ::build))
        .containsExactly(
            "fencepost.jobs.a.sinks names 'mail', a sink that the scheduler does not have; it has:"
                + " [orders] (app.conf:2)");
  }

  @Test
  void settingsOfAJobWithoutAHandler_areRefused() {
    assertThat(
            errorsOf(
                with(app(
                            "fencepost.jobs.setle.version = 2",
                            "fencepost.jobs.other.version = 2",
                            "fencepost.jobs.daily.report.version = 2"))
                        .job(job("settle"), NO_OP)
                        .job(job("daily.report"), NO_OP)
                    ::build))
        .containsExactlyInAnyOrder(
            "fencepost.jobs.setle is for a job that has no handler; did you mean"
                + " fencepost.jobs.settle? (app.conf:2)",
            "fencepost.jobs.other is for a job that has no handler; there are: [daily.report,"
                + " settle] (app.conf:3)",
            "fencepost.jobs.daily is for a job that has no handler; quote a name that has dots:"
                + " fencepost.jobs.\"daily.report\" (app.conf:4)");
  }

  @Test
  void jobNameThatIsTakenTwice_isReportedWithAllThatTakeIt() {
    List<String> errors =
        errorsOf(with(app()).job(new Annotated()).job(job("annotated"), NO_OP)::build);

    assertThat(errors)
        .singleElement()
        .asString()
        .startsWith(
            "the job name 'annotated' is taken 2 times: @Scheduled on "
                + Annotated.class.getName()
                + ", declared at ConfiguredSchedulerBuilderTest.java:");
  }

  @Test
  void handlerWithoutAnAnnotation_isReportedWithTheRest() {
    assertThat(errorsOf(with(app("fencepost.workers = 0")).job(NO_OP)::build))
        .hasSize(2)
        .anyMatch(error -> error.contains(" has no @Scheduled: annotate the class"));
  }

  @Test
  void backendThatIsNotThere_namesTheArtifactToAdd() {
    assertThat(
            errorsOf(
                ConfiguredSchedulerBuilder.of(
                        bare("fencepost { namespace = test, backend = zookeeper }"))
                    ::build))
        .containsExactly(
            "fencepost.backend = zookeeper, but no backend of this name is on the class path (found:"
                + " none); add io.fencepost:fencepost-backend-zookeeper (app.conf:1)");
  }

  @Test
  void backendThatIsMisspelt_namesTheOneThatIsThere() {
    assertThat(errorsOf(with(bare("fencepost { namespace = test, backend = memroy }"))::build))
        .containsExactly(
            "fencepost.backend = memroy, but no backend of this name is on the class path (found:"
                + " memory); did you mean memory? (app.conf:1)");
  }

  @Test
  void backendIsClosed_ifAnythingElseIsWrong() {
    assertThat(errorsOf(with(app("fencepost.workers = 0"))::build)).hasSize(1);
    assertThat(memory.open()).isZero();

    ConfiguredSchedulerBuilder builder =
        with(app())
            .job(
                JobDeclaration.of(job("a")),
                () -> {
                  throw new IllegalStateException("no database");
                });
    assertThatThrownBy(builder::build).hasMessage("no database");
    assertThat(memory.open()).isZero();
  }

  @Test
  void jobThatIsNotEnabled_isCheckedButItsHandlerIsNotMade() {
    Config config = app("fencepost.jobs.a { enabled = false, version = 0 }");
    ConfiguredSchedulerBuilder builder =
        with(config)
            .job(
                JobDeclaration.of(job("a")),
                () -> {
                  throw new AssertionError("made");
                });

    assertThat(errorsOf(builder::build))
        .containsExactly(
            "fencepost.jobs.a.version is 0, allowed: a whole number from 1 to 2147483647"
                + " (app.conf:2)");
    assertThat(
            errorsOf(
                () ->
                    with(app("fencepost.jobs.a.enabled = false"))
                        .job(
                            JobDeclaration.of(job("a")),
                            () -> {
                              throw new AssertionError("made");
                            })
                        .build()
                        .close()))
        .isEmpty();
  }
}

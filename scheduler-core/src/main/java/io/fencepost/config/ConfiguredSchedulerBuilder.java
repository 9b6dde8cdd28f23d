package io.fencepost.config;

import static java.util.Objects.requireNonNull;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import io.fencepost.FencedSink;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.Scheduler;
import io.fencepost.SchedulerBuilder;
import io.fencepost.event.SchedulerListener;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import io.fencepost.time.Timers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds a {@link Scheduler} whose settings, backend and job overrides come from config. Not
 * thread-safe.
 */
public final class ConfiguredSchedulerBuilder {
  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredSchedulerBuilder.class);

  private record Declared(JobDeclaration declaration, Supplier<? extends Job> handler) {}

  private final Config config;
  private final List<Declared> jobs = new ArrayList<>();
  private final List<FencedSink> sinks = new ArrayList<>();
  private final List<SchedulerListener> listeners = new ArrayList<>();
  private final List<BackendProvider> backends = new ArrayList<>();
  private Clock clock = SystemClock.utc();
  private Ticker ticker = Ticker.system();
  private Optional<Timers> timers = Optional.empty();

  private ConfiguredSchedulerBuilder(Config config) {
    this.config = requireNonNull(config, "config is null");
  }

  /**
   * @param config has the {@code fencepost} tree, as of {@code ConfigFactory.load()}
   */
  public static ConfiguredSchedulerBuilder of(Config config) {
    return new ConfiguredSchedulerBuilder(config);
  }

  /** Adds a job whose class has {@link io.fencepost.Scheduled}. */
  public ConfiguredSchedulerBuilder job(Job annotated) {
    return job(JobDeclaration.of(annotated.getClass()), () -> annotated);
  }

  public ConfiguredSchedulerBuilder job(JobDefinition definition, Job handler) {
    requireNonNull(handler, "handler is null");
    return job(JobDeclaration.of(definition), () -> handler);
  }

  /**
   * @param handler called once, and only if the config is right and the job is enabled
   */
  public ConfiguredSchedulerBuilder job(JobDeclaration job, Supplier<? extends Job> handler) {
    jobs.add(
        new Declared(
            requireNonNull(job, "job is null"), requireNonNull(handler, "handler is null")));
    return this;
  }

  public ConfiguredSchedulerBuilder sink(FencedSink value) {
    sinks.add(requireNonNull(value, "value is null"));
    return this;
  }

  public ConfiguredSchedulerBuilder listener(SchedulerListener value) {
    listeners.add(requireNonNull(value, "value is null"));
    return this;
  }

  /**
   * Adds a backend to those that are found on the class path. It is used only if config names it.
   */
  public ConfiguredSchedulerBuilder backend(BackendProvider value) {
    backends.add(requireNonNull(value, "value is null"));
    return this;
  }

  /** The wall clock that schedules follow. Default: the system's. */
  public ConfiguredSchedulerBuilder clock(Clock value) {
    clock = requireNonNull(value, "value is null");
    return this;
  }

  /** The monotonic clock that leases follow. Default: the JVM's. */
  public ConfiguredSchedulerBuilder ticker(Ticker value) {
    ticker = requireNonNull(value, "value is null");
    return this;
  }

  /** Timers on that monotonic clock. Default: a thread of the scheduler's own. */
  public ConfiguredSchedulerBuilder timers(Timers value) {
    timers = Optional.of(value);
    return this;
  }

  /**
   * Checks everything, connects the backend and logs the effective config.
   *
   * @throws InvalidConfigException naming everything that is wrong
   */
  public Scheduler build() {
    Problems problems = new Problems();
    SchedulerConfig parsed = new TreeReader(config, problems).read();
    List<JobLayers.Defined> defined = define(parsed, problems);
    Backends known = new Backends(backends, problems);
    Optional<BackendProvider> provider = known.find(parsed);
    // Connecting is what checks a backend's own settings, and it does not wait for the store. So it
    // is done even if there are problems already, and undone below.
    Optional<Backend> backend = provider.flatMap(p -> known.connect(p, parsed, ticker));
    try {
      problems.throwIfAny();
      Scheduler scheduler = assemble(parsed, defined, backend.orElseThrow());
      LOG.info(
          "node={}: effective configuration\n{}",
          parsed.settings().nodeId(),
          render(parsed, defined));
      return scheduler;
    } catch (RuntimeException | Error e) {
      backend.ifPresent(Backend::close);
      throw e;
    }
  }

  private List<JobLayers.Defined> define(SchedulerConfig parsed, Problems problems) {
    JobLayers layers = new JobLayers(parsed, problems, clock.instant());
    List<JobLayers.Defined> defined =
        jobs.stream().map(job -> layers.define(job.declaration())).toList();
    layers.checkNames(jobs.stream().map(Declared::declaration).toList());
    layers.checkSinks(defined, sinkNames(problems));
    return defined;
  }

  private Set<String> sinkNames(Problems problems) {
    Set<String> names = new TreeSet<>();
    for (FencedSink sink : sinks) {
      if (!names.add(sink.name())) {
        problems.add("two sinks have the name '" + sink.name() + "'; each needs its own");
      }
    }
    return names;
  }

  private Scheduler assemble(
      SchedulerConfig parsed, List<JobLayers.Defined> defined, Backend backend) {
    SchedulerBuilder builder =
        Scheduler.builder()
            .settings(parsed.settings())
            .backend(backend)
            .clock(clock)
            .ticker(ticker);
    timers.ifPresent(builder::timers);
    sinks.forEach(builder::sink);
    listeners.forEach(builder::listener);
    for (int i = 0; i < defined.size(); i++) {
      JobDefinition definition = defined.get(i).definition();
      if (parsed.enabled(definition.name())) {
        builder.job(definition, jobs.get(i).handler().get());
      }
    }
    return builder.build();
  }

  private static String render(SchedulerConfig parsed, List<JobLayers.Defined> defined) {
    Config tree = parsed.tree();
    for (JobLayers.Defined job : defined) {
      String path = "jobs." + ConfigUtil.joinPath(job.definition().name().value());
      tree =
          tree.withValue(
              path, job.settings().withFallback(JobOptions.of(job.definition(), "default")));
    }
    return EffectiveConfig.render(tree);
  }
}

package io.fencepost;

import static java.util.Objects.requireNonNull;

import io.fencepost.config.InvalidConfigException;
import io.fencepost.engine.SchedulerAssembly;
import io.fencepost.event.SchedulerListener;
import io.fencepost.spi.Backend;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import io.fencepost.time.Timers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds a {@link Scheduler} without any framework. Not thread-safe. */
public final class SchedulerBuilder {
  private Optional<SchedulerSettings> settings = Optional.empty();
  private Optional<Backend> backend = Optional.empty();
  private final List<SchedulerAssembly.DeclaredJob> jobs = new ArrayList<>();
  private final List<FencedSink> sinks = new ArrayList<>();
  private final List<SchedulerListener> listeners = new ArrayList<>();
  private Clock clock = SystemClock.utc();
  private Ticker ticker = Ticker.system();
  private Optional<Timers> timers = Optional.empty();

  SchedulerBuilder() {}

  public SchedulerBuilder settings(SchedulerSettings value) {
    settings = Optional.of(value);
    return this;
  }

  /** The scheduler owns it from {@link #build} on, and closes it. */
  public SchedulerBuilder backend(Backend value) {
    backend = Optional.of(value);
    return this;
  }

  public SchedulerBuilder job(JobDefinition definition, Job handler) {
    jobs.add(
        new SchedulerAssembly.DeclaredJob(
            requireNonNull(definition, "definition is null"),
            requireNonNull(handler, "handler is null")));
    return this;
  }

  public SchedulerBuilder sink(FencedSink value) {
    sinks.add(requireNonNull(value, "value is null"));
    return this;
  }

  public SchedulerBuilder listener(SchedulerListener value) {
    listeners.add(requireNonNull(value, "value is null"));
    return this;
  }

  /** The wall clock that schedules follow. Default: the system's. */
  public SchedulerBuilder clock(Clock value) {
    clock = requireNonNull(value, "value is null");
    return this;
  }

  /** The monotonic clock that leases follow. Default: the JVM's. */
  public SchedulerBuilder ticker(Ticker value) {
    ticker = requireNonNull(value, "value is null");
    return this;
  }

  /** Timers on that monotonic clock. Default: a thread of the scheduler's own. */
  public SchedulerBuilder timers(Timers value) {
    timers = Optional.of(value);
    return this;
  }

  /**
   * @throws InvalidConfigException naming everything that is wrong
   */
  public Scheduler build() {
    List<String> errors = new ArrayList<>();
    if (settings.isEmpty()) {
      errors.add("the scheduler has no settings: call settings(...)");
    }
    if (backend.isEmpty()) {
      errors.add("the scheduler has no backend: call backend(...)");
    }
    checkSinks(errors);
    checkJobs(errors);
    if (!errors.isEmpty()) {
      throw new InvalidConfigException(errors);
    }
    return SchedulerAssembly.assemble(
        settings.orElseThrow(),
        backend.orElseThrow(),
        jobs,
        sinks,
        listeners,
        new SchedulerAssembly.Time(clock, ticker, timers));
  }

  private void checkSinks(List<String> errors) {
    Set<String> names = new HashSet<>();
    for (FencedSink sink : sinks) {
      if (!names.add(sink.name())) {
        errors.add("two sinks have the name '" + sink.name() + "'; each needs its own");
      }
    }
  }

  private void checkJobs(List<String> errors) {
    Map<JobName, Integer> counts = new LinkedHashMap<>();
    Set<String> known = new HashSet<>();
    sinks.forEach(s -> known.add(s.name()));
    for (SchedulerAssembly.DeclaredJob job : jobs) {
      JobDefinition definition = job.definition();
      counts.merge(definition.name(), 1, Integer::sum);
      for (String sink : definition.sinks().orElse(Set.of())) {
        if (!known.contains(sink)) {
          errors.add(
              "job '"
                  + definition.name()
                  + "' names the sink '"
                  + sink
                  + "', which the scheduler does not have; it has: "
                  + known.stream().sorted().toList());
        }
      }
    }
    counts.forEach(
        (name, count) -> {
          if (count > 1) {
            errors.add("the job name '" + name + "' is declared " + count + " times");
          }
        });
  }
}

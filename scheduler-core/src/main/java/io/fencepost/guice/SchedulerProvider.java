package io.fencepost.guice;

import com.google.inject.Inject;
import com.google.inject.Provider;
import com.typesafe.config.Config;
import io.fencepost.FencedSink;
import io.fencepost.Scheduler;
import io.fencepost.config.ConfiguredSchedulerBuilder;
import io.fencepost.event.SchedulerListener;
import io.fencepost.spi.BackendProvider;
import java.util.Set;

/** Hands what the modules bound to the builder. */
final class SchedulerProvider implements Provider<Scheduler> {
  private final Config config;
  private final Set<BoundJob> jobs;
  private final Set<FencedSink> sinks;
  private final Set<SchedulerListener> listeners;
  private final Set<BackendProvider> backends;

  @Inject
  SchedulerProvider(
      @ForScheduler Config config,
      Set<BoundJob> jobs,
      Set<FencedSink> sinks,
      Set<SchedulerListener> listeners,
      Set<BackendProvider> backends) {
    this.config = config;
    this.jobs = jobs;
    this.sinks = sinks;
    this.listeners = listeners;
    this.backends = backends;
  }

  @Override
  public Scheduler get() {
    ConfiguredSchedulerBuilder builder = ConfiguredSchedulerBuilder.of(config);
    jobs.forEach(job -> builder.job(job.declaration(), job.handler()::get));
    sinks.forEach(builder::sink);
    listeners.forEach(builder::listener);
    backends.forEach(builder::backend);
    return builder.build();
  }
}

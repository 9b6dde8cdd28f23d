package io.fencepost.guice;

import com.google.inject.Binder;
import com.google.inject.binder.LinkedBindingBuilder;
import com.google.inject.multibindings.Multibinder;
import io.fencepost.FencedSink;
import io.fencepost.event.SchedulerListener;
import io.fencepost.spi.BackendProvider;

/** Adds sinks, listeners and backends to the scheduler. Use it in any number of modules. */
public final class SchedulerBinder {
  private final Multibinder<FencedSink> sinks;
  private final Multibinder<SchedulerListener> listeners;
  private final Multibinder<BackendProvider> backends;

  private SchedulerBinder(Binder binder) {
    sinks = Multibinder.newSetBinder(binder, FencedSink.class);
    listeners = Multibinder.newSetBinder(binder, SchedulerListener.class);
    backends = Multibinder.newSetBinder(binder, BackendProvider.class);
  }

  public static SchedulerBinder newSchedulerBinder(Binder binder) {
    return new SchedulerBinder(binder.skipSources(SchedulerBinder.class));
  }

  /** {@code addSink().to(OrdersSink.class)}. */
  public LinkedBindingBuilder<FencedSink> addSink() {
    return sinks.addBinding();
  }

  /** {@code addListener().toInstance(event -> ...)}. */
  public LinkedBindingBuilder<SchedulerListener> addListener() {
    return listeners.addBinding();
  }

  /** Backends on the class path are found without this. Config chooses one by its name. */
  public LinkedBindingBuilder<BackendProvider> addBackend() {
    return backends.addBinding();
  }
}

package io.fencepost.guice;

import static java.util.Objects.requireNonNull;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.spi.Message;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.fencepost.Scheduler;
import java.util.function.Supplier;

/**
 * Binds one {@link Scheduler}, whose settings, backend and job overrides come from config. The
 * application starts and stops it:
 *
 * <pre>{@code
 * Scheduler scheduler = injector.getInstance(Scheduler.class);
 * scheduler.start();
 * ...
 * scheduler.close();
 * }</pre>
 *
 * <p>What is wrong with config or jobs is reported when the scheduler is first asked for, all of it
 * in one {@link io.fencepost.config.InvalidConfigException} (the cause of Guice's exception); what
 * is wrong with a handler's constructor, when the injector is created. In {@code Stage.PRODUCTION}
 * Guice asks for the scheduler while it creates the injector.
 */
public final class SchedulerModule extends AbstractModule {
  private final Supplier<Config> config;

  /**
   * Uses {@link ConfigFactory#load()}. A file that cannot be read is an error of the injector, like
   * everything else that is wrong.
   */
  public SchedulerModule() {
    this.config = ConfigFactory::load;
  }

  /**
   * @param config has the {@code fencepost} tree
   */
  public SchedulerModule(Config config) {
    requireNonNull(config, "config is null");
    this.config = () -> config;
  }

  @Override
  protected void configure() {
    SchedulerBinder.newSchedulerBinder(binder());
    Multibinder.newSetBinder(binder(), BoundJob.class);
    try {
      bind(Config.class).annotatedWith(ForScheduler.class).toInstance(config.get());
    } catch (ConfigException e) {
      // Neither thrown nor named as a cause: Guice would log its trace.
      binder().addError(new Message(StartFailure.unreadable(e)));
    }
    bind(Scheduler.class).toProvider(SchedulerProvider.class).in(Singleton.class);
    bind(SchedulerProvider.class);
  }
}

package io.fencepost.guice;

import static java.util.Objects.requireNonNull;

import com.google.inject.Binder;
import com.google.inject.ConfigurationException;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.Singleton;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.spi.InjectionPoint;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.config.InvalidConfigException;
import io.fencepost.config.JobDeclaration;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Optional;

/**
 * Adds jobs to the scheduler. Use it in any number of modules.
 *
 * <p>A handler that is given as a class is made once, by its {@code @Inject} constructor or its
 * constructor without parameters, and needs no binding. A class that the application binds itself
 * is given as a {@link Key}.
 */
public final class JobBinder {
  private final Binder binder;
  private final Multibinder<BoundJob> jobs;

  private JobBinder(Binder binder) {
    this.binder = binder;
    this.jobs = Multibinder.newSetBinder(binder, BoundJob.class);
  }

  public static JobBinder newJobBinder(Binder binder) {
    return new JobBinder(binder.skipSources(JobBinder.class, Handler.class));
  }

  /** Adds a class that has {@link io.fencepost.Scheduled}. */
  public JobBinder add(Class<? extends Job> annotated) {
    new Handler(JobDeclaration.of(annotated), annotated.getName()).to(annotated);
    return this;
  }

  /** Adds a class that has {@link io.fencepost.Scheduled} and that the application binds. */
  @SuppressWarnings("unchecked")
  public JobBinder add(Key<? extends Job> annotated) {
    Class<? extends Job> type =
        (Class<? extends Job>) annotated.getTypeLiteral().getRawType().asSubclass(Job.class);
    new Handler(JobDeclaration.of(type), type.getName()).to(annotated);
    return this;
  }

  /** Adds a job that is defined in code. */
  public Handler add(JobDefinition definition) {
    return new Handler(JobDeclaration.of(definition), "job '" + definition.name() + "'");
  }

  /** Names the handler of a job. Call exactly one of its methods, once. */
  public final class Handler {
    private final String job;
    private Optional<Provider<? extends Job>> provider = Optional.empty();

    private Handler(JobDeclaration declaration, String job) {
      this.job = job;
      jobs.addBinding().toInstance(new BoundJob(declaration, this::get));
    }

    /** Has Guice make the handler, once. */
    public void to(Class<? extends Job> type) {
      bind(requireNonNull(type, "type is null"));
    }

    /** Takes the handler that the application has bound. */
    public void to(Key<? extends Job> bound) {
      set(binder.getProvider(bound));
    }

    public void toInstance(Job handler) {
      requireNonNull(handler, "handler is null");
      set(() -> handler);
    }

    private void set(Provider<? extends Job> value) {
      if (provider.isPresent()) {
        binder.addError("%s has two handlers: call one of to(...) and toInstance(...), once", job);
      }
      provider = Optional.of(value);
    }

    private Job get() {
      return provider
          .orElseThrow(
              () ->
                  new InvalidConfigException(
                      List.of(job + " has no handler: add(...).to(...) was not completed")))
          .get();
    }

    @SuppressWarnings("unchecked")
    private <T extends Job> void bind(Class<T> type) {
      try {
        Constructor<T> constructor =
            (Constructor<T>) InjectionPoint.forConstructorOf(TypeLiteral.get(type)).getMember();
        Key<Job> key = Key.get(Job.class, new HandlerOf.Unique());
        binder.bind(key).toConstructor(constructor, TypeLiteral.get(type)).in(Singleton.class);
        to(key);
      } catch (ConfigurationException e) {
        binder.addError(
            "%s cannot be made: it needs one constructor with @Inject, or one without parameters"
                + " that is not private; a class that you bind yourself is added as"
                + " Key.get(%s.class)",
            type.getName(), type.getSimpleName());
      }
    }
  }
}

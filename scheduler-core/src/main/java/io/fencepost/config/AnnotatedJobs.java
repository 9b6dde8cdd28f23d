package io.fencepost.config;

import com.typesafe.config.ConfigValueFactory;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.Scheduled;
import io.fencepost.time.SystemClock;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads {@link Scheduled}. */
public final class AnnotatedJobs {
  private AnnotatedJobs() {}

  /**
   * The definition that the class is annotated with; {@link JobDefinition#toBuilder} changes it.
   *
   * @throws InvalidConfigException naming the class and everything that is wrong
   */
  public static JobDefinition definition(Class<? extends Job> annotated) {
    Problems problems = new Problems();
    JobDefinition definition =
        JobLayers.declaredOnly(problems, SystemClock.utc().instant())
            .define(declaration(annotated))
            .definition();
    problems.throwIfAny();
    return definition;
  }

  static JobDeclaration declaration(Class<? extends Job> annotated) {
    String where = "@Scheduled on " + annotated.getName();
    Scheduled scheduled = annotated.getAnnotation(Scheduled.class);
    if (scheduled == null) {
      return JobDeclaration.wrong(
          annotated.getName(),
          annotated.getName()
              + " has no @Scheduled: annotate the class, or declare the job with a JobDefinition");
    }
    Map<String, Object> options = options(Scheduled.class, scheduled);
    options.remove("name");
    return new JobDeclaration(scheduled.name(), where, ConfigValueFactory.fromMap(options, where));
  }

  /** The attributes that are not at their default, by the names of the settings. */
  private static Map<String, Object> options(
      Class<? extends Annotation> type, Annotation annotation) {
    Map<String, Object> options = new LinkedHashMap<>();
    for (Method attribute : type.getDeclaredMethods()) {
      Object value = value(attribute, annotation);
      if (!Objects.deepEquals(value, attribute.getDefaultValue())) {
        options.put(Words.ofCamelCase(attribute.getName()), plain(value));
      }
    }
    return options;
  }

  private static Object value(Method attribute, Annotation annotation) {
    try {
      return attribute.invoke(annotation);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + attribute, e);
    }
  }

  private static Object plain(Object value) {
    if (value instanceof Enum<?> constant) {
      return Words.of(constant);
    }
    if (value instanceof String[] names) {
      return List.copyOf(Arrays.asList(names));
    }
    return value instanceof Annotation nested ? options(nested.annotationType(), nested) : value;
  }
}

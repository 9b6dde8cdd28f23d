package io.fencepost.config;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import java.util.List;

/**
 * A job as code or an annotation declares it, before config is laid over it. Immutable. What is
 * wrong with it is reported with everything else, when the scheduler is built.
 */
public final class JobDeclaration {
  private final String name;
  private final String where;
  private final ConfigObject options;
  private final List<String> problems;

  JobDeclaration(String name, String where, ConfigObject options) {
    this(name, where, options, List.of());
  }

  private JobDeclaration(String name, String where, ConfigObject options, List<String> problems) {
    this.name = name;
    this.where = where;
    this.options = options;
    this.problems = problems;
  }

  /** Errors name the line that called this. */
  public static JobDeclaration of(JobDefinition definition) {
    String where = "declared at " + CallSite.current();
    return new JobDeclaration(definition.name().value(), where, JobOptions.of(definition, where));
  }

  /** A class with {@link io.fencepost.Scheduled}; errors name the class. */
  public static JobDeclaration of(Class<? extends Job> annotated) {
    return AnnotatedJobs.declaration(annotated);
  }

  static JobDeclaration wrong(String where, String problem) {
    return new JobDeclaration("", where, ConfigFactory.empty().root(), List.of(problem));
  }

  String name() {
    return name;
  }

  String where() {
    return where;
  }

  ConfigObject options() {
    return options;
  }

  List<String> problems() {
    return problems;
  }
}

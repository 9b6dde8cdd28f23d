package io.fencepost.config;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.fencepost.JobDefinition;
import io.fencepost.JobName;
import io.fencepost.schedule.FixedDelay;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Lays what the config says of jobs over what is declared, and checks the outcome. */
final class JobLayers {
  private static final JobDefinition UNUSABLE =
      JobDefinition.builder("none", new FixedDelay(Duration.ofDays(1))).build();

  private final Map<JobName, JobOverride> overrides;
  private final Problems problems;
  private final Instant now;

  JobLayers(SchedulerConfig config, Problems problems, Instant now) {
    this(config.jobs(), problems, now);
  }

  private JobLayers(Map<JobName, JobOverride> overrides, Problems problems, Instant now) {
    this.overrides = overrides;
    this.problems = problems;
    this.now = now;
  }

  static JobLayers declaredOnly(Problems problems, Instant now) {
    return new JobLayers(Map.of(), problems, now);
  }

  /**
   * A job as it will run.
   *
   * @param settings what made the definition
   */
  record Defined(JobDefinition definition, ConfigObject settings) {}

  /** If anything was reported the result must not be used. */
  Defined define(JobDeclaration declared) {
    problems.addAll(declared.problems());
    if (!declared.problems().isEmpty()) {
      return new Defined(UNUSABLE, ConfigFactory.empty().root());
    }
    Optional<JobName> name = name(declared);
    ConfigObject settings =
        name.map(overrides::get)
            .map(override -> JobOptions.merge(override.settings(), declared.options()))
            .orElse(declared.options());
    String path = TreeReader.pathOf(declared.name());
    Section section = new Section(path, settings.toConfig(), problems);
    // A name that is wrong does not keep the rest from being checked.
    return new Defined(JobReader.read(name.orElse(UNUSABLE.name()), section, now), settings);
  }

  private Optional<JobName> name(JobDeclaration declared) {
    try {
      return Optional.of(new JobName(declared.name()));
    } catch (IllegalArgumentException e) {
      problems.add(declared.where() + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Reports names that are declared twice, and overrides for jobs that are not declared. */
  void checkNames(Collection<JobDeclaration> declarations) {
    Map<String, List<JobDeclaration>> byName =
        declarations.stream()
            .filter(job -> job.problems().isEmpty())
            .collect(
                Collectors.groupingBy(
                    JobDeclaration::name, LinkedHashMap::new, Collectors.toList()));
    byName.forEach(
        (name, same) -> {
          if (same.size() > 1) {
            problems.add(
                "the job name '"
                    + name
                    + "' is taken "
                    + same.size()
                    + " times: "
                    + same.stream().map(JobDeclaration::where).collect(Collectors.joining(", ")));
          }
        });
    Set<String> known = new TreeSet<>(byName.keySet());
    overrides.forEach(
        (name, override) -> {
          if (!known.contains(name.value())) {
            noHandler(name, override.settings(), known);
          }
        });
  }

  private void noHandler(JobName name, ConfigValue settings, Set<String> known) {
    String hint =
        known.stream()
            .filter(k -> k.startsWith(name + "."))
            .findFirst()
            .map(k -> "quote a name that has dots: " + TreeReader.pathOf(k))
            .or(
                () ->
                    Nearest.to(name.value(), known)
                        .map(k -> "did you mean " + TreeReader.pathOf(k) + "?"))
            .orElse("there are: " + known);
    problems.add(
        TreeReader.pathOf(name.value()) + " is for a job that has no handler; " + hint,
        settings.origin());
  }

  /** Reports sinks that jobs name and the scheduler does not have. */
  void checkSinks(List<Defined> jobs, Set<String> sinks) {
    for (Defined job : jobs) {
      job.definition()
          .sinks()
          .ifPresent(
              names ->
                  names.stream()
                      .filter(sink -> !sinks.contains(sink))
                      .sorted()
                      .forEach(sink -> noSink(job, sink, sinks)));
    }
  }

  private void noSink(Defined job, String sink, Set<String> sinks) {
    String hint =
        Nearest.to(sink, sinks)
            .map(known -> "did you mean " + known + "?")
            .orElse("it has: " + new TreeSet<>(sinks));
    problems.add(
        TreeReader.pathOf(job.definition().name().value())
            + ".sinks names '"
            + sink
            + "', a sink that the scheduler does not have; "
            + hint,
        job.settings().toConfig().getValue("sinks").origin());
  }
}

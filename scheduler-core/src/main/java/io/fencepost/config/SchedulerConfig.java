package io.fencepost.config;

import static java.util.Objects.requireNonNull;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.JobDefinition;
import io.fencepost.JobName;
import io.fencepost.SchedulerSettings;
import io.fencepost.time.SystemClock;
import java.util.Map;

/**
 * The {@code fencepost} tree, parsed. Immutable.
 *
 * @param settings of the node
 * @param backend the name of the backend, which may or may not be on the class path
 * @param backendSettings {@code fencepost.<backend>}, for the backend itself to check; empty if
 *     there is none
 * @param jobs what the config says of jobs
 * @param tree the whole {@code fencepost} object, resolved, for the sections of other modules
 */
public record SchedulerConfig(
    SchedulerSettings settings,
    String backend,
    Config backendSettings,
    Map<JobName, JobOverride> jobs,
    Config tree) {
  static final String ROOT = "fencepost";

  public SchedulerConfig {
    requireNonNull(settings, "settings is null");
    requireNonNull(backend, "backend is null");
    requireNonNull(backendSettings, "backendSettings is null");
    jobs = Map.copyOf(jobs);
    requireNonNull(tree, "tree is null");
  }

  /** Parses what {@link ConfigFactory#load()} finds: system properties, application.conf. */
  public static SchedulerConfig load() {
    return parse(ConfigFactory.load());
  }

  /**
   * Parses the {@code fencepost} object of a config. The {@code reference.conf} files of the class
   * path lie below it, whether it has them already or not.
   *
   * @throws InvalidConfigException naming everything that is wrong, as far as it can be told
   *     without the jobs and the backend: those are checked by {@link
   *     ConfiguredSchedulerBuilder#build()}
   */
  public static SchedulerConfig parse(Config config) {
    Problems problems = new Problems();
    TreeReader reader = new TreeReader(config, problems);
    SchedulerConfig parsed = reader.read();
    reader.checkJobs();
    problems.throwIfAny();
    return parsed;
  }

  /**
   * The definition with what the config says of the job laid over it.
   *
   * @throws InvalidConfigException naming everything that does not fit together
   */
  public JobDefinition apply(JobDefinition declared) {
    Problems problems = new Problems();
    JobDefinition definition =
        new JobLayers(this, problems, SystemClock.utc().instant())
            .define(JobDeclaration.of(declared))
            .definition();
    problems.throwIfAny();
    return definition;
  }

  /** Whether this node takes part in the job: {@code fencepost.jobs.<name>.enabled}. */
  public boolean enabled(JobName job) {
    JobOverride override = jobs.get(job);
    return override == null || override.enabled();
  }

  /**
   * Every setting in force with where it was written, one a line, in the order of their paths;
   * secrets are masked.
   */
  public String render() {
    return EffectiveConfig.render(tree);
  }
}

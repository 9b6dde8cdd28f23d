package io.fencepost.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.fencepost.JobName;
import io.fencepost.SchedulerSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the whole tree. Reports what is wrong and goes on, so what it returns may be unusable. */
final class TreeReader {
  /** For a name that is wrong, so that the rest is checked all the same. */
  private static final JobName STAND_IN = new JobName("none");

  private final Config tree;
  private final Problems problems;
  private final Map<JobName, JobOverride> jobs = new LinkedHashMap<>();

  TreeReader(Config config, Problems problems) {
    this.problems = problems;
    this.tree = resolve(config);
  }

  /** If this fails nothing else can be told. */
  private static Config resolve(Config config) {
    try {
      return config
          .withFallback(ConfigFactory.defaultReferenceUnresolved())
          .resolve()
          .getConfig(SchedulerConfig.ROOT);
    } catch (ConfigException e) {
      Problems unreadable = new Problems();
      unreadable.add(String.valueOf(e.getMessage()));
      throw unreadable.toException();
    }
  }

  SchedulerConfig read() {
    Section node = new Section(SchedulerConfig.ROOT, tree, problems);
    NodeReader reader = new NodeReader(node);
    SchedulerSettings settings = reader.settings();
    String backend = reader.backend();
    readJobs(node);
    sectionsOfModules().forEach(node::has);
    node.has(backend.isEmpty() ? "backend" : ConfigUtil.joinPath(backend));
    node.unknown();
    return new SchedulerConfig(
        settings,
        backend,
        object(backend).map(ConfigObject::toConfig).orElse(ConfigFactory.empty()),
        jobs,
        withNodeId(settings.nodeId()));
  }

  private Config withNodeId(String inForce) {
    boolean written = tree.hasPath("node-id") && tree.getString("node-id").equals(inForce);
    return written
        ? tree
        : tree.withValue(
            "node-id", ConfigValueFactory.fromAnyRef(inForce, "made for node-id = auto"));
  }

  /** A section that some module's reference.conf has is that module's to read and check. */
  private static List<String> sectionsOfModules() {
    Config reference = ConfigFactory.defaultReferenceUnresolved().resolve();
    if (!reference.hasPath(SchedulerConfig.ROOT)) {
      return List.of();
    }
    return reference.getObject(SchedulerConfig.ROOT).entrySet().stream()
        .filter(entry -> entry.getValue() instanceof ConfigObject)
        .map(entry -> ConfigUtil.joinPath(entry.getKey()))
        .toList();
  }

  private Optional<ConfigObject> object(String name) {
    return Optional.ofNullable(tree.root().get(name))
        .filter(ConfigObject.class::isInstance)
        .map(ConfigObject.class::cast);
  }

  private void readJobs(Section node) {
    if (node.has("jobs") && object("jobs").isEmpty()) {
      node.wrong("jobs", ", allowed: an object with a member per job");
    }
    object("jobs").ifPresent(all -> all.forEach(this::readJob));
  }

  private void readJob(String name, ConfigValue value) {
    String path = pathOf(name);
    if (!(value instanceof ConfigObject settings)) {
      problems.add(path + " is no object; allowed: the settings of a job", value.origin());
      return;
    }
    try {
      JobName job = new JobName(name);
      boolean enabled =
          new Section(path, settings.toConfig(), new Problems()).flag("enabled").orElse(true);
      jobs.put(job, new JobOverride(job, enabled, settings));
    } catch (IllegalArgumentException e) {
      problems.add(path + ": " + e.getMessage(), value.origin());
      JobReader.check(STAND_IN, new Section(path, settings.toConfig(), problems));
    }
  }

  /** Checks the jobs' settings one by one, for when it is not known which jobs there are. */
  void checkJobs() {
    jobs.forEach(
        (name, override) ->
            JobReader.check(
                name, new Section(pathOf(name.value()), override.settings().toConfig(), problems)));
  }

  static String pathOf(String job) {
    return ConfigUtil.joinPath(SchedulerConfig.ROOT, "jobs", job);
  }
}

package io.fencepost.config;

import static java.util.Objects.requireNonNull;

import com.typesafe.config.ConfigObject;
import io.fencepost.JobName;

/**
 * What {@code fencepost.jobs.<name>} says of a job.
 *
 * @param enabled whether this node takes part in the job
 * @param settings as they are written; each is right by itself
 */
public record JobOverride(JobName name, boolean enabled, ConfigObject settings) {
  public JobOverride {
    requireNonNull(name, "name is null");
    requireNonNull(settings, "settings is null");
  }
}

package io.fencepost.spi;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobKey;

/**
 * A place in a job's line.
 *
 * @param job the job
 * @param guid what the node called it
 * @param path the store's key of it
 * @param order its place: sequence number (ZooKeeper) or create revision (etcd). Never a fence
 *     token.
 */
public record Candidate(JobKey job, String guid, String path, long order) {
  public Candidate {
    requireNonNull(job, "job is null");
    requireNonNull(guid, "guid is null");
    requireNonNull(path, "path is null");
  }
}

package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import java.util.HexFormat;
import java.util.List;

/**
 * The keys of a namespace: {@code /fencepost/<namespace>/...}. All parents are persistent nodes,
 * never containers.
 */
record Paths(String root) {
  static final String TOP = "/fencepost";

  static Paths of(String namespace) {
    return new Paths(TOP + "/" + namespace);
  }

  String nodes() {
    return root + "/nodes";
  }

  String node(String id) {
    return nodes() + "/" + id;
  }

  String jobs() {
    return root + "/jobs";
  }

  String job(JobKey job) {
    return jobs() + "/" + job;
  }

  String election(JobKey job) {
    return job(job) + "/election";
  }

  String state(JobKey job) {
    return job(job) + "/state";
  }

  String definition(JobKey job) {
    return job(job) + "/definition";
  }

  String runs(JobKey job) {
    return job(job) + "/runs";
  }

  String run(JobKey job, long number) {
    return runs(job) + "/" + HexFormat.of().toHexDigits(number);
  }

  /**
   * What must exist before a candidate can stand; the definition is empty until a leader writes it.
   */
  List<String> skeleton(JobKey job) {
    return List.of(job(job), definition(job), runs(job), election(job));
  }
}

package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Where things are in ZooKeeper. All parents are persistent znodes, never containers. */
record Paths(String namespace) {
  /** Sets a node's id apart from its session's; it is in no node id. */
  private static final String SESSION_MARK = "~";

  private static final Pattern REQUESTS = Pattern.compile("/fencepost/[^/]+/jobs/[^/]+/requests");

  Paths {
    if (!namespace.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "namespace '" + namespace + "' cannot be a path segment of ZooKeeper");
    }
  }

  String root() {
    return "/fencepost/" + namespace;
  }

  String nodes() {
    return root() + "/nodes";
  }

  /** A node has one registration for each of its sessions. */
  String node(String id, String session) {
    return nodes() + "/" + id + SESSION_MARK + session;
  }

  /** Whether this child of {@link #nodes()} is a registration of the node. */
  static boolean isOf(String id, String child) {
    return child.startsWith(id + SESSION_MARK);
  }

  String job(JobKey job) {
    return root() + "/jobs/" + job;
  }

  String election(JobKey job) {
    return job(job) + "/election";
  }

  String state(JobKey job) {
    return job(job) + "/state";
  }

  /** Its only child is named after the term that began last. */
  String office(JobKey job) {
    return job(job) + "/office";
  }

  String term(JobKey job, String term) {
    return office(job) + "/" + term;
  }

  String definition(JobKey job) {
    return job(job) + "/definition";
  }

  String runs(JobKey job) {
    return job(job) + "/runs";
  }

  String run(JobKey job, long number) {
    return runs(job) + "/" + runName(number);
  }

  static String runName(long number) {
    return HexFormat.of().toHexDigits(number);
  }

  /** Whether this is where a job's requests are, which operators may add to. */
  static boolean isOfRequests(String path) {
    return REQUESTS.matcher(path).matches();
  }

  /** What is there before the first node is, in the order of creation. */
  List<String> ofNamespace() {
    return List.of("/fencepost", root(), root() + "/jobs", nodes());
  }

  /** What is a job's own of {@link #ofJob}. */
  List<String> onlyOfJob(JobKey job) {
    return List.of(
        job(job),
        election(job),
        runs(job),
        state(job),
        office(job),
        definition(job),
        job(job) + "/requests");
  }

  /** What is there before a job's first candidate or write is, in the order of creation. */
  List<String> ofJob(JobKey job) {
    List<String> all = new ArrayList<>(ofNamespace());
    all.addAll(onlyOfJob(job));
    return all;
  }
}

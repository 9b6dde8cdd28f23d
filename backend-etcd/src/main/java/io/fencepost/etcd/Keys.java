package io.fencepost.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.fencepost.JobKey;
import java.util.HexFormat;

/** Where things are in etcd. */
record Keys(String prefix, String namespace) {
  /** Sets a node's id apart from its lease's; it is in no node id. */
  private static final char SESSION_MARK = '~';

  Keys {
    if (!namespace.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "namespace '" + namespace + "' cannot be a part of an etcd key");
    }
  }

  static ByteSequence bytes(String text) {
    return ByteSequence.from(text, UTF_8);
  }

  static String text(ByteSequence bytes) {
    return bytes.toString(UTF_8);
  }

  /** As etcdctl prints it: {@code 694d8f1f1b5c1a05}. */
  static String lease(long lease) {
    return Long.toHexString(lease);
  }

  String root() {
    return prefix + "/fencepost/" + namespace;
  }

  String nodes() {
    return root() + "/nodes/";
  }

  /** The registrations of one node: it has one for each of its sessions. */
  String node(String id) {
    return nodes() + id + SESSION_MARK;
  }

  String node(String id, long lease) {
    return node(id) + lease(lease);
  }

  /** The id of the node that this registration is of. */
  String nodeId(String registration) {
    int mark = registration.lastIndexOf(SESSION_MARK);
    return registration.substring(nodes().length(), mark < 0 ? registration.length() : mark);
  }

  String job(JobKey job) {
    return root() + "/jobs/" + job;
  }

  String election(JobKey job) {
    return job(job) + "/election/";
  }

  String candidate(JobKey job, long lease) {
    return election(job) + lease(lease);
  }

  String state(JobKey job) {
    return job(job) + "/state";
  }

  /** Holds the term that began last. */
  String office(JobKey job) {
    return job(job) + "/office";
  }

  String definition(JobKey job) {
    return job(job) + "/definition";
  }

  String runs(JobKey job) {
    return job(job) + "/runs/";
  }

  /** Sorts as the numbers do. */
  String run(JobKey job, long number) {
    return runs(job) + HexFormat.of().toHexDigits(number);
  }
}

package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a session has asked for in the jobs' lines, so that it finds all of it again. Thread-safe.
 *
 * <p>Counts the bytes of the paths against what one session may hold: its end is one transaction
 * with all of them, and one that is larger than {@code jute.maxbuffer} stops the ensemble for good
 * (ZOOKEEPER-4306).
 */
final class Candidacies {
  private final long maxBytes;
  private final Map<JobKey, OfJob> jobs = new HashMap<>();
  private long bytes;

  Candidacies(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  private static final class OfJob {
    final Set<String> guids = new HashSet<>();
    final Set<String> paths = new HashSet<>();
    long bytes;

    /** A reply was lost: there may be znodes beside {@code paths}. */
    boolean doubtful;
  }

  /** Notes that a candidate is to be created; false if the session may not hold another. */
  synchronized boolean add(JobKey job, String guid, int pathBytes) {
    if (bytes + pathBytes > maxBytes) {
      return false;
    }
    bytes += pathBytes;
    OfJob mine = jobs.computeIfAbsent(job, key -> new OfJob());
    mine.bytes += pathBytes;
    mine.guids.add(guid);
    return true;
  }

  /** Whether the session may have a znode under this guid already. */
  synchronized boolean has(JobKey job, String guid) {
    return guids(job).contains(guid);
  }

  synchronized Set<String> guids(JobKey job) {
    OfJob mine = jobs.get(job);
    return mine == null ? Set.of() : Set.copyOf(mine.guids);
  }

  synchronized void created(JobKey job, String path) {
    ofJob(job).ifPresent(mine -> mine.paths.add(path));
  }

  synchronized void doubt(JobKey job) {
    ofJob(job).ifPresent(mine -> mine.doubtful = true);
  }

  /** The paths of all that there is in line; empty if that is not known for sure. */
  synchronized Optional<Set<String>> paths(JobKey job) {
    OfJob mine = jobs.get(job);
    if (mine == null) {
      return Optional.of(Set.of());
    }
    return mine.doubtful ? Optional.empty() : Optional.of(Set.copyOf(mine.paths));
  }

  /** Nothing of it is in line any more. */
  synchronized void forget(JobKey job) {
    OfJob mine = jobs.remove(job);
    bytes -= mine == null ? 0 : mine.bytes;
  }

  private Optional<OfJob> ofJob(JobKey job) {
    return Optional.ofNullable(jobs.get(job));
  }
}

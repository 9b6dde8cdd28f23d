package io.fencepost.engine;

import static java.util.stream.Collectors.joining;

import io.fencepost.FencedSink;
import io.fencepost.FencepostException;
import io.fencepost.SchedulerSettings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is looked at before a scheduler starts: the sinks that its jobs write through. */
final class StartCheck {
  private final SchedulerSettings settings;
  private final List<RegisteredJob> jobs;

  StartCheck(SchedulerSettings settings, List<RegisteredJob> jobs) {
    this.settings = settings;
    this.jobs = jobs;
  }

  /** What is started, for the log. */
  String what() {
    return "node="
        + settings.nodeId()
        + " namespace="
        + settings.namespace()
        + " jobs="
        + jobs.stream().map(job -> job.definition().name().value()).sorted().toList();
  }

  /**
   * @throws FencepostException naming every sink that cannot be used
   */
  void run() {
    Set<FencedSink> sinks = new LinkedHashSet<>();
    jobs.forEach(job -> sinks.addAll(job.sinks()));
    Map<String, RuntimeException> failures = new LinkedHashMap<>();
    for (FencedSink sink : sinks) {
      try {
        sink.check(settings);
      } catch (RuntimeException e) {
        failures.put(sink.name(), e);
      }
    }
    if (!failures.isEmpty()) {
      throw failure(failures);
    }
  }

  private static FencepostException failure(Map<String, RuntimeException> failures) {
    List<RuntimeException> causes = List.copyOf(failures.values());
    String what =
        failures.entrySet().stream()
            .map(failure -> message(failure.getKey(), failure.getValue()))
            .collect(joining("\n  - ", failures.size() == 1 ? "" : "\n  - ", ""));
    FencepostException all =
        new FencepostException("The scheduler does not start: " + what, causes.get(0));
    causes.stream().skip(1).forEach(all::addSuppressed);
    return all;
  }

  /** What a sink throws on purpose says which sink it is. */
  private static String message(String sink, RuntimeException failure) {
    return failure instanceof FencepostException
        ? String.valueOf(failure.getMessage())
        : "the check of sink '" + sink + "' failed: " + failure;
  }
}

package io.fencepost.engine;

import static java.util.Objects.requireNonNull;

import io.fencepost.FencedSink;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import java.util.List;

/** A job with its handler and the sinks to seal before each run. */
record RegisteredJob(JobDefinition definition, Job handler, List<FencedSink> sinks) {
  RegisteredJob {
    requireNonNull(definition, "definition is null");
    requireNonNull(handler, "handler is null");
    sinks = List.copyOf(sinks);
  }
}

package io.fencepost.drill.workload;

import io.fencepost.FencedSink;
import io.fencepost.RunContext;
import io.fencepost.SchedulerSettings;
import io.fencepost.StoredResult;

/** A sink that can be held before it is sealed. */
record SteppedSink(FencedSink sink, Steps steps) implements FencedSink {
  @Override
  public String name() {
    return sink.name();
  }

  @Override
  public void check(SchedulerSettings settings) {
    sink.check(settings);
  }

  @Override
  public void seal(RunContext run) {
    steps.reach(Step.SEALING, run);
    sink.seal(run);
  }

  @Override
  public StoredResult find(RunContext run) {
    return sink.find(run);
  }
}

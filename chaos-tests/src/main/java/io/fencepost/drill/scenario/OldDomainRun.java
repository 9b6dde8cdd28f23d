package io.fencepost.drill.scenario;

import io.fencepost.FenceToken;
import io.fencepost.JobKey;
import io.fencepost.Occurrence;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import io.fencepost.drill.ServiceUnderTest;
import io.fencepost.drill.workload.WorkloadSettings;
import java.time.Duration;
import java.time.ZoneOffset;

/**
 * A run that began before the token domain was raised. Its token's number is as high as they get,
 * and it is below all those of the next domain.
 */
record OldDomainRun(String namespace, Occurrence occurrence, FenceToken fence)
    implements RunContext {
  OldDomainRun(ServiceUnderTest service, long epoch) {
    this(
        service.namespace(),
        new Occurrence(
            JobKey.of(WorkloadSettings.JOB), service.schedule().anchor().atOffset(ZoneOffset.UTC)),
        new FenceToken(epoch, Long.MAX_VALUE));
  }

  @Override
  public String node() {
    return "n0";
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public RunReason reason() {
    return RunReason.SCHEDULED;
  }

  @Override
  public void checkHeld() {}

  @Override
  public Duration remaining() {
    return Duration.ofSeconds(1);
  }
}

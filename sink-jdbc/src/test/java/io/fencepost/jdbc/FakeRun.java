package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import io.fencepost.JobKey;
import io.fencepost.LeaseLostException;
import io.fencepost.Occurrence;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import java.time.Duration;
import java.time.OffsetDateTime;

/** A run that holds its lease, unless told otherwise. */
record FakeRun(
    String namespace,
    String node,
    Occurrence occurrence,
    int attempt,
    FenceToken fence,
    boolean held)
    implements RunContext {
  static final OffsetDateTime DUE = OffsetDateTime.parse("2026-08-16T02:00:00+08:00");

  static FakeRun of(String job, long token) {
    return new FakeRun(
        "test", "n1", new Occurrence(JobKey.of(job), DUE), 1, new FenceToken(0, token), true);
  }

  FakeRun in(String otherNamespace) {
    return new FakeRun(otherNamespace, node, occurrence, attempt, fence, held);
  }

  FakeRun of(Occurrence other) {
    return new FakeRun(namespace, node, other, attempt, fence, held);
  }

  FakeRun at(OffsetDateTime scheduledFor) {
    return of(new Occurrence(job(), scheduledFor));
  }

  FakeRun shard(int shard) {
    return of(new Occurrence(new JobKey(job().name(), shard), occurrence.scheduledFor()));
  }

  FakeRun with(FenceToken token) {
    return new FakeRun(namespace, node, occurrence, attempt, token, held);
  }

  /** The next attempt, on another node and with this token. */
  FakeRun retaken(long token) {
    return new FakeRun(
        namespace, "n2", occurrence, attempt + 1, new FenceToken(fence.epoch(), token), held);
  }

  FakeRun leaseLost() {
    return new FakeRun(namespace, node, occurrence, attempt, fence, false);
  }

  @Override
  public RunReason reason() {
    return RunReason.SCHEDULED;
  }

  @Override
  public void checkHeld() {
    if (!held) {
      throw new LeaseLostException(occurrence, fence, "the lease deadline has passed");
    }
  }

  @Override
  public Duration remaining() {
    return Duration.ofSeconds(held ? 5 : 0);
  }
}

package io.fencepost.event;

import io.fencepost.FenceToken;
import io.fencepost.JobKey;
import io.fencepost.Occurrence;
import io.fencepost.RunReason;
import io.fencepost.ledger.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened on this node. {@link #at} is the node's wall clock when its engine saw
 * it.
 */
public sealed interface SchedulerEvent {
  Instant at();

  /** The node has a session. */
  record Enrolled(Instant at, String session, Duration lease) implements SchedulerEvent {}

  /**
   * A renewal of the lease was acknowledged, the one with which the node enrolled too. Until its
   * deadline, or a later renewal's, the node may act; told before that is so.
   *
   * @param deadlineNanos on the scheduler's ticker, which is the machine's monotonic clock
   */
  record LeaseRenewed(Instant at, String session, long deadlineNanos) implements SchedulerEvent {}

  /** All terms of this node are over: its deadline passed, or the store ended the session. */
  record LeaseLost(Instant at, String session, String reason) implements SchedulerEvent {}

  /** The node does not campaign, and why: no session, clock skew, node id taken. */
  record NodeDegraded(Instant at, String reason) implements SchedulerEvent {}

  /** The node is a candidate. */
  record Stood(Instant at, JobKey job, String candidate) implements SchedulerEvent {}

  /** The node took office. */
  record TermStarted(Instant at, JobKey job, long term, String candidate)
      implements SchedulerEvent {}

  /** The node's office ended, as it believes. */
  record TermEnded(Instant at, JobKey job, long term, String reason) implements SchedulerEvent {}

  /**
   * An occurrence was claimed.
   *
   * @param checkedNanos when the lease deadline was looked at last, on the clock of {@link
   *     LeaseRenewed}; it had not passed then
   */
  record Claimed(
      Instant at,
      Occurrence occurrence,
      int attempt,
      FenceToken fence,
      RunReason reason,
      String nonce,
      long checkedNanos)
      implements SchedulerEvent {}

  /**
   * The sinks are sealed and the handler is being called.
   *
   * @param checkedNanos as in {@link Claimed}
   */
  record HandlerStarted(
      Instant at, Occurrence occurrence, int attempt, FenceToken fence, long checkedNanos)
      implements SchedulerEvent {}

  /** The handler's thread has ended, or the sinks could not be sealed. */
  record HandlerEnded(
      Instant at, Occurrence occurrence, int attempt, FenceToken fence, Optional<String> error)
      implements SchedulerEvent {}

  /** A sink refused this run's token: the run is stale. */
  record StaleWriteRejected(
      Instant at, Occurrence occurrence, FenceToken fence, FenceToken mark, String sink)
      implements SchedulerEvent {}

  /** A run record is in the ledger. */
  record Recorded(Instant at, JobKey job, RunRecord record) implements SchedulerEvent {}

  /**
   * A current claim's token is below a sink's mark: the backend's history was rolled back or
   * replaced. The job stands still until {@code fence-epoch} is raised.
   */
  record TokenDomainAlarm(
      Instant at, Occurrence occurrence, FenceToken fence, FenceToken mark, String sink)
      implements SchedulerEvent {}

  /** The node gave up its place so that a healthier one takes the job. */
  record Resigned(Instant at, JobKey job, String reason) implements SchedulerEvent {}
}

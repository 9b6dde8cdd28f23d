package io.fencepost.spi;

import io.fencepost.JobKey;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/**
 * A ZooKeeper session or an etcd lease: what a node's candidates live on. Thread-safe. Whether it
 * still lives is decided by the engine's deadline, never by this object.
 */
public interface Session {
  /** The session's id in the store, for logs. */
  String id();

  /** What the store granted: without a renewal it keeps the session at least this long. */
  Duration lease();

  /** How much later than {@link #lease()} the store may notice that the session is over. */
  Duration grain();

  /**
   * Renews by a write that a quorum acknowledges, storing the node's wall clock as its heartbeat. A
   * ping or a read is not enough: a server that is cut off from its peers goes on answering those.
   */
  CompletionStage<RenewOutcome> renew(Instant wallClock);

  /**
   * Puts a candidate into the job's line. Calling again with the same guid leaves one candidate.
   *
   * <p>A session has one candidate in a line. A request whose reply was lost can still arrive after
   * the candidacy it was for is over; what it leaves there would stand before all others for
   * nothing, so {@link #look} and {@link #withdraw} take it out.
   *
   * @param guid new for each candidacy; 16 hex digits
   */
  CompletionStage<StandOutcome> stand(JobKey job, String guid);

  /**
   * Tells where the candidate is in line and leaves a watch on the one before it, which calls
   * {@link SessionHints#queueChanged}. A list that lacks the candidate itself says {@link
   * QueueOutcome.Absent}. Any other candidate that the session has in this line is taken out.
   */
  CompletionStage<QueueOutcome> look(Candidate candidate);

  /**
   * Takes whatever the session has in the job's line out of it. Reissue on {@code Unknown}; nothing
   * there is {@code Done}.
   */
  CompletionStage<WithdrawOutcome> withdraw(JobKey job);

  /**
   * Ends the session and with it all its candidates. Returns at once; the store may only learn of
   * it by expiry.
   */
  void close();
}

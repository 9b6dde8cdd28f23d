package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/**
 * A ZooKeeper session of its own, with the registration that its renewals write to and its places
 * in the jobs' lines.
 *
 * <p>A renewal is a {@code setData}: the server that is connected hands it to the leader, which
 * refuses it if the session is over, and a quorum logs it. The leader itself counts the lease from
 * the server's next report, up to half a tick later, so never from before the renewal was sent.
 */
final class ZooKeeperSession implements Session {
  private final Connection connection;
  private final NodeInfo node;
  private final String registration;
  private final Duration grain;
  private final Places places;

  ZooKeeperSession(
      Connection connection,
      NodeInfo node,
      String registration,
      Settings settings,
      Paths paths,
      Parents parents,
      SessionHints hints) {
    this.connection = connection;
    this.node = node;
    this.registration = registration;
    this.grain = settings.tick();
    this.places = new Places(connection, paths, parents, hints, settings.maxCandidateBytes());
  }

  /** As ZooKeeper writes it: {@code 0x100016f9d8b0001}. */
  static String id(Connection connection) {
    return "0x" + Long.toHexString(connection.sessionId());
  }

  Connection connection() {
    return connection;
  }

  @Override
  public String id() {
    return id(connection);
  }

  @Override
  public Duration lease() {
    return connection.sessionTimeout();
  }

  @Override
  public Duration grain() {
    return grain;
  }

  @Override
  public CompletionStage<RenewOutcome> renew(Instant wallClock) {
    return connection
        .set(registration, NodeRecord.write(node, Optional.of(wallClock)))
        .thenApply(this::renewed);
  }

  private RenewOutcome renewed(Answer<Stat> answer) {
    if (connection.over() != null) {
      return new RenewOutcome.Ended(ended());
    }
    if (answer.isOk()) {
      return answer.value().getEphemeralOwner() == connection.sessionId()
          ? new RenewOutcome.Renewed(
              Optional.of(Instant.ofEpochMilli(answer.value().getMtime())), Map.of())
          : new RenewOutcome.Ended(registration + " belongs to another session");
    }
    return answer.is(Code.NONODE)
        ? new RenewOutcome.Ended(registration + " is gone")
        : new RenewOutcome.Unknown(answer.cause("renewing session " + id()));
  }

  @Override
  public CompletionStage<StandOutcome> stand(JobKey job, String guid) {
    return places
        .stand(job, guid)
        .thenApply(
            outcome ->
                connection.over() != null ? new StandOutcome.SessionEnded(ended()) : outcome);
  }

  @Override
  public CompletionStage<QueueOutcome> look(Candidate candidate) {
    return places.look(candidate);
  }

  @Override
  public CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
    return places.withdraw(job);
  }

  @Override
  public void close() {
    connection.close("the node closed it");
  }

  private String ended() {
    return "session " + id() + ": " + connection.over();
  }
}

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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * One ZooKeeper session. Every request goes through its handle, and fails once the session is over.
 */
final class ZooKeeperSession implements Session {
  private final ZooKeeper handle;
  private final Paths paths;
  private final NodeInfo node;
  private final ZooKeeperSettings settings;
  private final SessionHints hints;
  private final Runnable closer;
  private final Ledger ledger;

  /** Guids whose creation was asked for before: there may be a node. */
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  /** One watcher per job, so that looking again leaves no second watch on the same node. */
  private final Map<JobKey, Watcher> watchers = new ConcurrentHashMap<>();

  /**
   * @param closer ends the session in the background
   */
  ZooKeeperSession(
      ZooKeeper handle,
      Paths paths,
      NodeInfo node,
      ZooKeeperSettings settings,
      SessionHints hints,
      Runnable closer) {
    this.handle = handle;
    this.paths = paths;
    this.node = node;
    this.settings = settings;
    this.hints = hints;
    this.closer = closer;
    this.ledger = new Ledger(handle, paths);
  }

  ZooKeeper handle() {
    return handle;
  }

  Ledger ledger() {
    return ledger;
  }

  @Override
  public String id() {
    return "0x" + Long.toHexString(handle.getSessionId());
  }

  @Override
  public Duration lease() {
    return Duration.ofMillis(handle.getSessionTimeout());
  }

  @Override
  public Duration grain() {
    return settings.tick();
  }

  private <T> CompletionStage<T> withDeadline(CompletableFuture<T> reply, T otherwise) {
    return reply.completeOnTimeout(
        otherwise, settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  private String unanswered() {
    return "no reply within " + settings.requestTimeout();
  }

  @Override
  public CompletionStage<RenewOutcome> renew(Instant wallClock) {
    CompletableFuture<RenewOutcome> reply = new CompletableFuture<>();
    handle.setData(
        paths.node(node.id()),
        NodeJson.write(node, wallClock),
        -1,
        (rc, path, context, stat) -> {
          Code code = Code.get(rc);
          if (code == Code.OK) {
            reply.complete(
                stat.getEphemeralOwner() == handle.getSessionId()
                    ? new RenewOutcome.Renewed(Optional.of(Instant.ofEpochMilli(stat.getMtime())))
                    : new RenewOutcome.Ended("another session owns the node's entry"));
          } else if (code == Code.NONODE) {
            reply.complete(new RenewOutcome.Ended("the node's entry is gone"));
          } else if (Replies.sessionIsOver(code)) {
            reply.complete(new RenewOutcome.Ended(Replies.text(code)));
          } else {
            reply.complete(new RenewOutcome.Unknown(Replies.text(code)));
          }
        },
        null);
    return withDeadline(reply, new RenewOutcome.Unknown(unanswered()));
  }

  // Candidates ---------------------------------------------------------------------------------

  @Override
  public CompletionStage<StandOutcome> stand(JobKey job, String guid) {
    CompletableFuture<StandOutcome> reply = new CompletableFuture<>();
    if (asked.add(guid)) {
      create(job, guid, true, reply);
    } else {
      find(job, guid, reply);
    }
    return withDeadline(reply, new StandOutcome.Unknown(unanswered()));
  }

  private void create(
      JobKey job, String guid, boolean mayLackParents, CompletableFuture<StandOutcome> reply) {
    handle.create(
        paths.election(job) + "/" + guid + "-",
        Ledger.bytes(node.id()),
        ZooDefs.Ids.OPEN_ACL_UNSAFE,
        CreateMode.EPHEMERAL_SEQUENTIAL,
        (rc, path, context, name) -> {
          Code code = Code.get(rc);
          if (code == Code.OK) {
            reply.complete(new StandOutcome.Standing(candidate(job, name)));
          } else if (code == Code.NONODE && mayLackParents) {
            createParents(
                job, paths.skeleton(job).iterator(), () -> create(job, guid, false, reply), reply);
          } else {
            reply.complete(notStanding(code));
          }
        },
        null);
  }

  private void createParents(
      JobKey job, Iterator<String> missing, Runnable then, CompletableFuture<StandOutcome> reply) {
    if (!missing.hasNext()) {
      then.run();
      return;
    }
    handle.create(
        missing.next(),
        new byte[0],
        ZooDefs.Ids.OPEN_ACL_UNSAFE,
        CreateMode.PERSISTENT,
        (rc, path, context, name) -> {
          Code code = Code.get(rc);
          if (code == Code.OK || code == Code.NODEEXISTS) {
            createParents(job, missing, then, reply);
          } else {
            reply.complete(notStanding(code));
          }
        },
        null);
  }

  /** An earlier request of this session may have made the node: look for it before making one. */
  private void find(JobKey job, String guid, CompletableFuture<StandOutcome> reply) {
    handle.getChildren(
        paths.election(job),
        false,
        (rc, path, context, children) -> {
          Code code = Code.get(rc);
          if (code == Code.NONODE) {
            create(job, guid, true, reply);
          } else if (code != Code.OK) {
            reply.complete(notStanding(code));
          } else {
            Optional<String> mine =
                children.stream().filter(child -> child.startsWith(guid + "-")).findFirst();
            if (mine.isPresent()) {
              adopt(job, path + "/" + mine.get(), reply);
            } else {
              create(job, guid, true, reply);
            }
          }
        },
        null);
  }

  private void adopt(JobKey job, String path, CompletableFuture<StandOutcome> reply) {
    handle.exists(
        path,
        false,
        (rc, p, context, stat) -> {
          Code code = Code.get(rc);
          if (code == Code.OK && stat.getEphemeralOwner() == handle.getSessionId()) {
            reply.complete(new StandOutcome.Standing(candidate(job, path)));
          } else {
            reply.complete(
                new StandOutcome.Unknown("its node is not this session's: " + Replies.text(code)));
          }
        },
        null);
  }

  private static Candidate candidate(JobKey job, String path) {
    CandidateName name =
        CandidateName.parse(path.substring(path.lastIndexOf('/') + 1))
            .orElseThrow(() -> new IllegalStateException("not a candidate: " + path));
    return new Candidate(job, name.guid(), path, name.sequence());
  }

  private static StandOutcome notStanding(Code code) {
    return Replies.sessionIsOver(code)
        ? new StandOutcome.SessionEnded(Replies.text(code))
        : new StandOutcome.Unknown(Replies.text(code));
  }

  @Override
  public CompletionStage<QueueOutcome> look(Candidate candidate) {
    CompletableFuture<QueueOutcome> reply = new CompletableFuture<>();
    look(candidate, reply);
    return withDeadline(reply, new QueueOutcome.Unknown(unanswered()));
  }

  private void look(Candidate candidate, CompletableFuture<QueueOutcome> reply) {
    handle.getChildren(
        paths.election(candidate.job()),
        false,
        (rc, path, context, children) -> {
          Code code = Code.get(rc);
          if (code == Code.OK) {
            place(candidate, path, children, reply);
          } else if (code == Code.NONODE) {
            reply.complete(new QueueOutcome.Absent());
          } else {
            reply.complete(new QueueOutcome.Unknown(Replies.text(code)));
          }
        },
        null);
  }

  private void place(
      Candidate candidate,
      String parent,
      List<String> children,
      CompletableFuture<QueueOutcome> reply) {
    String own = candidate.path().substring(parent.length() + 1);
    if (!children.contains(own)) {
      reply.complete(new QueueOutcome.Absent());
      return;
    }
    CandidateName mine = CandidateName.parse(own).orElseThrow();
    Optional<String> before = Optional.empty();
    for (String child : children) {
      Optional<CandidateName> name = CandidateName.parse(child);
      if (name.isEmpty() || child.equals(own)) {
        continue;
      }
      if (name.get().guid().equals(mine.guid())) {
        // Made by a request of mine whose reply was lost; it would stand before others for nothing.
        handle.delete(parent + "/" + child, -1, (rc, path, context) -> {}, null);
      } else if (name.get().isBefore(mine)
          && before.flatMap(CandidateName::parse).filter(b -> name.get().isBefore(b)).isEmpty()) {
        before = Optional.of(child);
      }
    }
    if (before.isEmpty()) {
      reply.complete(new QueueOutcome.First());
    } else {
      watch(candidate, parent + "/" + before.get(), reply);
    }
  }

  private void watch(
      Candidate candidate, String predecessor, CompletableFuture<QueueOutcome> reply) {
    handle.exists(
        predecessor,
        watcher(candidate.job()),
        (rc, path, context, stat) -> {
          Code code = Code.get(rc);
          if (code == Code.OK) {
            reply.complete(new QueueOutcome.Behind(predecessor));
          } else if (code == Code.NONODE) {
            look(candidate, reply);
          } else {
            reply.complete(new QueueOutcome.Unknown(Replies.text(code)));
          }
        },
        null);
  }

  private Watcher watcher(JobKey job) {
    return watchers.computeIfAbsent(
        job,
        key ->
            event -> {
              if (event.getType() == EventType.NodeDeleted) {
                hints.queueChanged(key);
              }
            });
  }

  @Override
  public CompletionStage<WithdrawOutcome> withdraw(Candidate candidate) {
    CompletableFuture<WithdrawOutcome> reply = new CompletableFuture<>();
    handle.delete(
        candidate.path(),
        -1,
        (rc, path, context) -> {
          Code code = Code.get(rc);
          boolean gone = code == Code.OK || code == Code.NONODE || Replies.sessionIsOver(code);
          reply.complete(
              gone ? new WithdrawOutcome.Done() : new WithdrawOutcome.Unknown(Replies.text(code)));
        },
        null);
    return withDeadline(reply, new WithdrawOutcome.Unknown(unanswered()));
  }

  @Override
  public void close() {
    closer.run();
  }
}

package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;

/**
 * The places of one session in the jobs' lines: ephemeral sequential znodes {@code <guid>-<n>}.
 * Thread-safe.
 *
 * <p>A create whose reply is lost may have been carried out, or be so later. The guid finds it
 * again, but only {@code ephemeralOwner} tells it from a namesake of an older session that has not
 * expired yet: believing in that one would be believing in a znode about to vanish. What turns out
 * to be a second candidacy under one guid of this session, a ghost, is deleted. None can appear
 * once a later write of the session was answered: its requests are carried out in order, and those
 * of a connection it has left are refused.
 */
final class Places {
  private static final String TOO_MANY =
      "the paths of the session's candidates have reached fencepost.zookeeper.max-candidate-size";

  private static final int MAX_LOOKS = 10;

  /** A dash and a sequence number. */
  private static final int SUFFIX_LENGTH = 11;

  private final Connection connection;
  private final Paths paths;
  private final Parents parents;
  private final OwnedZnodes owned;
  private final SessionHints hints;
  private final long maxBytes;

  /** Guids that this session may have a znode of already, with the bytes of its path. */
  private final Map<String, Integer> tried = new ConcurrentHashMap<>();

  private final AtomicLong bytes = new AtomicLong();

  /** Guids that it may have more than one of, since a reply was lost. */
  private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

  Places(Connection connection, Paths paths, Parents parents, SessionHints hints, long maxBytes) {
    this.connection = connection;
    this.paths = paths;
    this.parents = parents;
    this.owned = new OwnedZnodes(connection, paths);
    this.hints = hints;
    this.maxBytes = maxBytes;
  }

  CompletionStage<StandOutcome> stand(JobKey job, String guid) {
    return parents
        .ofJob(connection, job)
        .thenCompose(
            code -> {
              if (code != Code.OK) {
                return done(new StandOutcome.Unknown(code + " while making the znodes of " + job));
              }
              if (tried.containsKey(key(job, guid))) {
                return findOrCreate(job, guid);
              }
              return note(job, guid)
                  ? create(job, guid)
                  : done(new StandOutcome.Unknown("did not stand for " + job + ": " + TOO_MANY));
            });
  }

  CompletionStage<QueueOutcome> look(Candidate candidate) {
    return look(candidate, 1);
  }

  CompletionStage<WithdrawOutcome> withdraw(Candidate candidate) {
    return connection
        .delete(candidate.path())
        .thenCompose(
            answer -> {
              if (!answer.isOk() && !answer.is(Code.NONODE) && !connection.isExpired()) {
                return done(
                    new WithdrawOutcome.Unknown(answer.cause("withdrawing " + candidate.path())));
              }
              return doubtful.contains(key(candidate.job(), candidate.guid()))
                  ? withdrawGhosts(candidate)
                  : done(forget(candidate));
            });
  }

  private CompletionStage<StandOutcome> create(JobKey job, String guid) {
    return connection
        .create(
            paths.election(job) + "/" + guid + "-", new byte[0], CreateMode.EPHEMERAL_SEQUENTIAL)
        .thenApply(
            answer -> {
              if (answer.isOk() && owned.isMine(answer.value().stat().getEphemeralOwner())) {
                return standing(job, nameOf(answer.value().path()));
              }
              if (answer.is(Code.NONODE)) {
                parents.forget(job);
              }
              doubtful.add(key(job, guid));
              return new StandOutcome.Unknown(answer.cause("standing for " + job));
            });
  }

  private CompletionStage<StandOutcome> findOrCreate(JobKey job, String guid) {
    return connection
        .children(paths.election(job))
        .thenCompose(
            children ->
                children.isOk()
                    ? owned.among(job, Line.of(children.value()).of(guid))
                    : done(Answer.<List<String>>failed(children.code())))
        .thenCompose(
            mine -> {
              if (!mine.isOk()) {
                return done(
                    new StandOutcome.Unknown(mine.cause("looking for my candidate for " + job)));
              }
              return mine.value().isEmpty()
                  ? create(job, guid)
                  : done(standing(job, mine.value().get(0)));
            });
  }

  private CompletionStage<QueueOutcome> look(Candidate candidate, int tries) {
    if (tries > MAX_LOOKS) {
      return done(new QueueOutcome.Unknown("the line of " + candidate.job() + " keeps changing"));
    }
    return connection
        .children(paths.election(candidate.job()))
        .thenCompose(
            children -> {
              if (!children.isOk()) {
                return done(
                    children.is(Code.NONODE)
                        ? new QueueOutcome.Absent()
                        : unclear(candidate, children.code()));
              }
              Line line = Line.of(children.value());
              String name = nameOf(candidate.path());
              if (!line.contains(name)) {
                return done(new QueueOutcome.Absent());
              }
              List<String> namesakes =
                  line.of(candidate.guid()).stream().filter(other -> !other.equals(name)).toList();
              return namesakes.isEmpty()
                  ? watch(candidate, line.before(name), tries)
                  : owned
                      .delete(candidate.job(), namesakes)
                      .thenCompose(
                          deleted -> {
                            if (!deleted.isOk()) {
                              return done(unclear(candidate, deleted.code()));
                            }
                            return deleted.value() > 0
                                ? look(candidate, tries + 1)
                                : watch(candidate, line.before(name), tries);
                          });
            });
  }

  /**
   * One watch, on the one before, so that a leaving candidate wakes one node and not all. Watches
   * are equal if job and hints are, so looking again leaves one.
   */
  private CompletionStage<QueueOutcome> watch(
      Candidate candidate, Optional<String> before, int tries) {
    if (before.isEmpty()) {
      return done(new QueueOutcome.First());
    }
    String path = paths.election(candidate.job()) + "/" + before.get();
    return connection
        .getAndWatch(path, new LineWatch(hints, candidate.job()))
        .thenCompose(
            answer -> {
              if (answer.is(Code.NONODE)) {
                return look(candidate, tries + 1);
              }
              return done(
                  answer.isOk()
                      ? new QueueOutcome.Behind(path)
                      : unclear(candidate, answer.code()));
            });
  }

  private CompletionStage<WithdrawOutcome> withdrawGhosts(Candidate candidate) {
    return connection
        .children(paths.election(candidate.job()))
        .thenCompose(
            children ->
                children.isOk()
                    ? owned.delete(candidate.job(), Line.of(children.value()).of(candidate.guid()))
                    : done(Answer.<Integer>failed(children.code())))
        .thenApply(
            deleted ->
                deleted.isOk() || connection.isExpired()
                    ? forget(candidate)
                    : new WithdrawOutcome.Unknown(
                        deleted.cause("withdrawing " + candidate.path())));
  }

  private WithdrawOutcome forget(Candidate candidate) {
    Integer length = tried.remove(key(candidate.job(), candidate.guid()));
    bytes.addAndGet(length == null ? 0 : -length);
    doubtful.remove(key(candidate.job(), candidate.guid()));
    return new WithdrawOutcome.Done();
  }

  /**
   * Counts the path against what one session may hold: its end is one transaction with all of them,
   * and one that is larger than {@code jute.maxbuffer} stops the ensemble for good
   * (ZOOKEEPER-4306).
   */
  private boolean note(JobKey job, String guid) {
    int length = paths.election(job).length() + 1 + guid.length() + SUFFIX_LENGTH;
    if (bytes.addAndGet(length) > maxBytes) {
      bytes.addAndGet(-length);
      return false;
    }
    tried.put(key(job, guid), length);
    return true;
  }

  private StandOutcome standing(JobKey job, String name) {
    return new StandOutcome.Standing(
        new Candidate(job, Line.guid(name), paths.election(job) + "/" + name, Line.sequence(name)));
  }

  private static QueueOutcome unclear(Candidate candidate, Code code) {
    return new QueueOutcome.Unknown(code + " while looking at the line of " + candidate.job());
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String key(JobKey job, String guid) {
    return job + "/" + guid;
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }

  /** Equal for one job of one session. */
  private record LineWatch(SessionHints hints, JobKey job) implements Watcher {
    @Override
    public void process(WatchedEvent event) {
      if (event.getType() != Event.EventType.None) {
        hints.queueChanged(job);
      }
    }
  }
}

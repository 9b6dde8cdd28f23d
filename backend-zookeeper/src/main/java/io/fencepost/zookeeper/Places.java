package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.QueueOutcome;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WithdrawOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
 * to be a second candidacy of this session, a ghost, is deleted. None can appear once a later write
 * of the session was answered: its requests are carried out in order, and those of a connection it
 * has left are refused.
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
  private final Candidacies candidacies;

  Places(Connection connection, Paths paths, Parents parents, SessionHints hints, long maxBytes) {
    this.connection = connection;
    this.paths = paths;
    this.parents = parents;
    this.owned = new OwnedZnodes(connection, paths);
    this.hints = hints;
    this.candidacies = new Candidacies(maxBytes);
  }

  CompletionStage<StandOutcome> stand(JobKey job, String guid) {
    return parents
        .ofJob(connection, job)
        .thenCompose(
            parent -> {
              if (!parent.isGood()) {
                return done(new StandOutcome.Unknown(parent.cause("making the znodes of " + job)));
              }
              if (candidacies.has(job, guid)) {
                return findOrCreate(job, guid);
              }
              int length = paths.election(job).length() + 1 + guid.length() + SUFFIX_LENGTH;
              return candidacies.add(job, guid, length)
                  ? create(job, guid)
                  : done(new StandOutcome.Unknown("did not stand for " + job + ": " + TOO_MANY));
            });
  }

  CompletionStage<QueueOutcome> look(Candidate candidate) {
    return look(candidate, 1);
  }

  CompletionStage<WithdrawOutcome> withdraw(JobKey job) {
    return candidacies
        .paths(job)
        .map(known -> owned.deleteAll(known))
        .orElseGet(() -> deleteMine(job))
        .thenApply(
            deleted -> {
              if (!deleted.isOk() && !connection.isExpired()) {
                return new WithdrawOutcome.Unknown(deleted.cause("leaving the line of " + job));
              }
              candidacies.forget(job);
              return new WithdrawOutcome.Done();
            });
  }

  private CompletionStage<Answer<Integer>> deleteMine(JobKey job) {
    return connection
        .children(paths.election(job))
        .thenCompose(
            children -> {
              if (children.isOk()) {
                return owned.delete(job, Line.of(children.value()).of(candidacies.guids(job)));
              }
              return done(
                  children.is(Code.NONODE)
                      ? new Answer<>(Code.OK, 0)
                      : Answer.<Integer>failed(children.code()));
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
              candidacies.doubt(job);
              return new StandOutcome.Unknown(answer.cause("standing for " + job));
            });
  }

  private CompletionStage<StandOutcome> findOrCreate(JobKey job, String guid) {
    return connection
        .children(paths.election(job))
        .thenCompose(
            children ->
                children.isOk()
                    ? owned.among(job, Line.of(children.value()).of(Set.of(guid)))
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
              List<String> ghosts =
                  line.of(candidacies.guids(candidate.job())).stream()
                      .filter(other -> !other.equals(name))
                      .toList();
              return ghosts.isEmpty()
                  ? watch(candidate, line.before(name), tries)
                  : owned
                      .delete(candidate.job(), ghosts)
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

  private StandOutcome standing(JobKey job, String name) {
    String path = paths.election(job) + "/" + name;
    candidacies.created(job, path);
    return new StandOutcome.Standing(
        new Candidate(job, Line.guid(name), path, Line.sequence(name)));
  }

  private static QueueOutcome unclear(Candidate candidate, Code code) {
    return new QueueOutcome.Unknown(code + " while looking at the line of " + candidate.job());
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
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

package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.apache.zookeeper.KeeperException.Code;

/** Tells this session's candidates from their namesakes by {@code ephemeralOwner}. */
final class OwnedZnodes {
  private final Connection connection;
  private final Paths paths;

  OwnedZnodes(Connection connection, Paths paths) {
    this.connection = connection;
    this.paths = paths;
  }

  boolean isMine(long owner) {
    return owner == connection.sessionId();
  }

  /** Deletes those of the znodes that this session owns, and tells how many they were. */
  CompletionStage<Answer<Integer>> delete(JobKey job, List<String> names) {
    return among(job, names)
        .thenCompose(
            mine ->
                mine.isOk()
                    ? deleteAll(
                        mine.value().stream().map(n -> paths.election(job) + "/" + n).toList())
                    : done(Answer.<Integer>failed(mine.code())));
  }

  /** Deletes these znodes, which are known to be this session's. */
  CompletionStage<Answer<Integer>> deleteAll(Collection<String> all) {
    CompletionStage<Answer<Integer>> deleted = done(new Answer<>(Code.OK, all.size()));
    for (String path : all) {
      deleted =
          deleted.thenCombine(
              connection.delete(path),
              (sum, one) -> one.isOk() || one.is(Code.NONODE) ? sum : Answer.failed(one.code()));
    }
    return deleted;
  }

  /** Those of the znodes that this session owns. */
  CompletionStage<Answer<List<String>>> among(JobKey job, List<String> names) {
    CompletionStage<Answer<List<String>>> all = done(new Answer<>(Code.OK, List.of()));
    for (String name : names) {
      all =
          all.thenCombine(
              connection.exists(paths.election(job) + "/" + name),
              (found, stat) -> {
                if (stat.isOk() && found.isOk() && isMine(stat.value().getEphemeralOwner())) {
                  return new Answer<>(Code.OK, append(found.value(), name));
                }
                return stat.isOk() || stat.is(Code.NONODE) ? found : Answer.failed(stat.code());
              });
    }
    return all;
  }

  private static List<String> append(List<String> list, String last) {
    return Stream.concat(list.stream(), Stream.of(last)).toList();
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}

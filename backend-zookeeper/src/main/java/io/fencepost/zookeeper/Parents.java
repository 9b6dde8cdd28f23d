package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Makes the persistent znodes that everything else stands on, once per job and process. Also the
 * empty {@code state} and {@code definition}: a first write is then a {@code setData} like every
 * later one, whose reply, unlike that of a {@code create}, tells the zxid. Thread-safe.
 */
final class Parents {
  private final Paths paths;
  private final Map<JobKey, Boolean> made = new ConcurrentHashMap<>();

  Parents(Paths paths) {
    this.paths = paths;
  }

  /** OK if all are there. */
  CompletionStage<Code> ofNamespace(Connection connection) {
    return makeMissing(connection, paths.ofNamespace());
  }

  /** OK if all are there. */
  CompletionStage<Code> ofJob(Connection connection, JobKey job) {
    return made.containsKey(job)
        ? CompletableFuture.completedFuture(Code.OK)
        : makeMissing(connection, paths.ofJob(job)).thenApply(code -> note(job, code));
  }

  /** Somebody deleted them: make them again when they are needed next. */
  void forget(JobKey job) {
    made.remove(job);
  }

  private Code note(JobKey job, Code code) {
    if (code == Code.OK) {
      made.put(job, true);
    }
    return code;
  }

  /**
   * The last is made last, so if that is there they all are, which a read tells without a
   * transaction.
   */
  private static CompletionStage<Code> makeMissing(Connection connection, List<String> path) {
    return connection
        .exists(path.get(path.size() - 1))
        .thenCompose(
            last ->
                last.is(Code.NONODE)
                    ? make(connection, path)
                    : CompletableFuture.completedFuture(last.code()));
  }

  /**
   * Requests of one connection are carried out in order, so none waits for the one before. Only the
   * last answer counts: above it there may be znodes that an administrator made and allows nobody
   * else to make.
   */
  private static CompletionStage<Code> make(Connection connection, List<String> path) {
    CompletionStage<Code> last = CompletableFuture.completedFuture(Code.OK);
    for (String znode : path) {
      last =
          connection
              .create(znode, new byte[0], CreateMode.PERSISTENT)
              .thenApply(answer -> answer.isThere() ? Code.OK : answer.code());
    }
    return last;
  }
}

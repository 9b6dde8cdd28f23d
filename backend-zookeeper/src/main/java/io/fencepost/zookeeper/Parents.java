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
  private final Access access;
  private final Map<JobKey, Boolean> made = new ConcurrentHashMap<>();

  Parents(Paths paths, Access access) {
    this.paths = paths;
    this.access = access;
  }

  /** Good if all are there, and protected if they are to be. */
  CompletionStage<Made> ofJob(Connection connection, JobKey job) {
    return made.containsKey(job)
        ? done(new Made(Code.OK, List.of()))
        : makeMissing(connection, paths.ofJob(job))
            .thenCompose(
                code ->
                    code == Code.OK
                        ? findOpen(connection, paths.onlyOfJob(job))
                        : done(new Made(code, List.of())))
            .thenApply(result -> note(job, result));
  }

  /**
   * What came of it.
   *
   * @param open znodes that anybody may change, though an identity is set: what nobody protects
   *     proves nothing
   */
  record Made(Code code, List<String> open) {
    boolean isGood() {
      return code == Code.OK && open.isEmpty();
    }

    /** As if a request had been refused. */
    Code refusal() {
      return code == Code.OK && !open.isEmpty() ? Code.INVALIDACL : code;
    }

    /** For people. */
    String cause(String doing) {
      return open.isEmpty()
          ? code + " while " + doing
          : "anybody may change "
              + open
              + ", although fencepost.zookeeper.auth is set: set the ACLs of these znodes";
    }
  }

  /** Good if all are there, and protected if they are to be. */
  CompletionStage<Made> ofNamespace(Connection connection) {
    List<String> all = paths.ofNamespace();
    // The first may be shared with other namespaces, and says nothing of this one.
    List<String> own = all.subList(1, all.size());
    return makeMissing(connection, all)
        .thenCompose(
            code -> code == Code.OK ? findOpen(connection, own) : done(new Made(code, List.of())));
  }

  private CompletionStage<Made> findOpen(Connection connection, List<String> znodes) {
    return access.isRestricted()
        ? OpenZnodes.among(connection, znodes)
            .thenApply(open -> new Made(open.code(), open.isOk() ? open.value() : List.of()))
        : done(new Made(Code.OK, List.of()));
  }

  /** Somebody deleted them: make them again when they are needed next. */
  void forget(JobKey job) {
    made.remove(job);
  }

  private Made note(JobKey job, Made result) {
    if (result.isGood()) {
      made.put(job, true);
    }
    return result;
  }

  /**
   * The last is made last, so if that is there they all are, which a read tells without a
   * transaction.
   */
  private static CompletionStage<Code> makeMissing(Connection connection, List<String> path) {
    return connection
        .exists(path.get(path.size() - 1))
        .thenCompose(last -> last.is(Code.NONODE) ? make(connection, path) : done(last.code()));
  }

  /**
   * Requests of one connection are carried out in order, so none waits for the one before. Only the
   * last answer counts: above it there may be znodes that an administrator made and allows nobody
   * else to make.
   */
  private static CompletionStage<Code> make(Connection connection, List<String> path) {
    CompletionStage<Code> last = done(Code.OK);
    for (String znode : path) {
      last =
          connection
              .create(znode, new byte[0], CreateMode.PERSISTENT)
              .thenApply(answer -> answer.isThere() ? Code.OK : answer.code());
    }
    return last;
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}

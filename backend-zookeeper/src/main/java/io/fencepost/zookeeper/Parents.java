package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/**
 * Makes the persistent znodes that everything else stands on, once per job and process. Also the
 * empty {@code state} and {@code definition}: a first write is then a {@code setData} like every
 * later one, whose reply, unlike that of a {@code create}, tells the zxid. Thread-safe.
 */
final class Parents {
  private final Paths paths;
  private final Trust trust;
  private final Map<JobKey, Boolean> made = new ConcurrentHashMap<>();

  Parents(Paths paths, Trust trust) {
    this.paths = paths;
    this.trust = trust;
  }

  /** Makes what is missing of the namespace, before this node can register. */
  CompletionStage<Code> ofNamespace(Connection connection) {
    return makeMissing(connection, paths.ofNamespace());
  }

  /**
   * Good if nobody but nodes may change the namespace's znodes.
   *
   * @param registration of this session, which tells who is a node
   * @param created the registration's
   */
  CompletionStage<Checked> checkNamespace(
      Connection connection, String registration, Stat created) {
    List<String> all = paths.ofNamespace();
    // The first may be shared with other namespaces, and says nothing of this one.
    List<String> own = all.subList(1, all.size());
    return trust
        .learn(connection, registration, created)
        .thenCompose(learned -> learned.isGood() ? trust.check(connection, own) : done(learned));
  }

  /** Good if all are there, and nobody but nodes may change them. */
  CompletionStage<Checked> ofJob(Connection connection, JobKey job) {
    return made.containsKey(job)
        ? done(new Checked.Good())
        : makeMissing(connection, paths.ofJob(job))
            .thenCompose(
                code ->
                    code == Code.OK
                        ? trust.check(connection, paths.onlyOfJob(job))
                        : done(new Checked.Failed(code, "")))
            .thenApply(checked -> note(job, checked));
  }

  /** Somebody deleted them: make them again when they are needed next. */
  void forget(JobKey job) {
    made.remove(job);
  }

  private Checked note(JobKey job, Checked checked) {
    if (checked.isGood()) {
      made.put(job, true);
    }
    return checked;
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
   * else to make. If it has nothing to stand on, the refusal that it follows from says why.
   */
  private static CompletionStage<Code> make(Connection connection, List<String> path) {
    CompletionStage<Code> last = done(Code.OK);
    for (String znode : path) {
      last =
          last.thenCombine(
              connection.create(znode, new byte[0], CreateMode.PERSISTENT),
              (before, answer) -> {
                if (answer.isThere()) {
                  return Code.OK;
                }
                boolean follows = answer.is(Code.NONODE) && Answer.failed(before).isRefused();
                return follows ? before : answer.code();
              });
    }
    return last;
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}

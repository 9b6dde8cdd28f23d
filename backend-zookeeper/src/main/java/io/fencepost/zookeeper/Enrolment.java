package io.fencepost.zookeeper;

import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.EnrolOutcome.Failed;
import io.fencepost.spi.EnrolOutcome.NodeIdTaken;
import io.fencepost.spi.NodeInfo;
import io.fencepost.time.Durations;
import io.fencepost.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/**
 * From a connection to a registered node. Each session registers under a znode of its own, so that
 * sessions of one process do not depend on each other.
 *
 * <p>The node id is checked <em>after</em> registering: of two processes that register at once,
 * both may see each other, but the earlier one never gives way and the later one always sees it. So
 * are the ACLs of what was found: the registration's own tells who is a node, see {@link Trust}.
 */
final class Enrolment {
  private static final String REFUSED =
      "it refused the credentials of fencepost.zookeeper.identity";

  private final Connection connection;
  private final Settings settings;
  private final Paths paths;
  private final Parents parents;
  private final NodeInfo node;
  private final Ticker ticker;
  private final long startedAt;

  Enrolment(
      Connection connection,
      Settings settings,
      Paths paths,
      Parents parents,
      NodeInfo node,
      Ticker ticker) {
    this.connection = connection;
    this.settings = settings;
    this.paths = paths;
    this.parents = parents;
    this.node = node;
    this.ticker = ticker;
    this.startedAt = ticker.nanos();
  }

  /** Enrols, or says why not; then the connection is of no more use. */
  CompletionStage<EnrolOutcome> enrol(Supplier<EnrolOutcome> enrolled) {
    return connection
        .connected()
        .thenCompose(code -> code == Code.OK ? makeParents(enrolled) : noSession(code));
  }

  String registration() {
    return paths.node(node.id(), Long.toHexString(connection.sessionId()));
  }

  private CompletionStage<EnrolOutcome> makeParents(Supplier<EnrolOutcome> enrolled) {
    return parents
        .ofNamespace(connection)
        .thenCompose(
            code ->
                code == Code.OK
                    ? register(enrolled)
                    : done(
                        code == Code.NONODE && !settings.chroot().isEmpty()
                            ? noChroot()
                            : failed(Answer.failed(code), "making " + paths.nodes())));
  }

  private CompletionStage<EnrolOutcome> register(Supplier<EnrolOutcome> enrolled) {
    return connection
        .create(registration(), NodeRecord.write(node, Optional.empty()), CreateMode.EPHEMERAL)
        .thenCompose(
            answer ->
                answer.isOk()
                    ? checkNamespace(answer.value().stat(), enrolled)
                    : done(failed(answer, "creating " + registration())));
  }

  private CompletionStage<EnrolOutcome> checkNamespace(Stat mine, Supplier<EnrolOutcome> enrolled) {
    return parents
        .checkNamespace(connection, registration(), mine)
        .thenCompose(
            checked -> checked.isGood() ? findOthers(mine, enrolled) : done(untrusted(checked)));
  }

  private EnrolOutcome untrusted(Checked checked) {
    return new Failed(
        where()
            + checked.cause("checking who may change " + paths.root())
            + (checked instanceof Checked.Failed failed ? hint(failed.code()) : ""),
        !checked.isRefusal());
  }

  private CompletionStage<EnrolOutcome> findOthers(Stat mine, Supplier<EnrolOutcome> enrolled) {
    return connection
        .children(paths.nodes())
        .thenCompose(
            children ->
                children.isOk()
                    ? findEarlier(mine, others(children.value()))
                    : done(Optional.of(failed(children, "listing " + paths.nodes()))))
        .thenApply(objection -> objection.orElseGet(enrolled));
  }

  private List<String> others(List<String> children) {
    return children.stream()
        .filter(child -> Paths.isOf(node.id(), child))
        .map(child -> paths.nodes() + "/" + child)
        .filter(path -> !path.equals(registration()))
        .toList();
  }

  private CompletionStage<Optional<EnrolOutcome>> findEarlier(Stat mine, List<String> others) {
    CompletionStage<Optional<EnrolOutcome>> objection = done(Optional.empty());
    for (String path : others) {
      objection =
          objection.thenCombine(
              connection.get(path),
              (known, other) -> known.isPresent() ? known : objection(mine, path, other));
    }
    return objection;
  }

  private Optional<EnrolOutcome> objection(Stat mine, String path, Answer<Znode> other) {
    if (other.is(Code.NONODE)) {
      return Optional.empty();
    }
    if (!other.isOk()) {
      return Optional.of(failed(other, "reading " + path));
    }
    String json = other.value().text();
    return NodeRecord.isOfAnotherProcess(json, node)
            && other.value().stat().getCzxid() < mine.getCzxid()
        ? Optional.of(new NodeIdTaken(NodeRecord.describe(json)))
        : Optional.empty();
  }

  /** Only an administrator, or a client without the chroot, can make it. */
  private EnrolOutcome noChroot() {
    return new Failed(
        where()
            + "there is no znode "
            + settings.chroot()
            + ", the chroot in fencepost.zookeeper.connect: create it, or correct the setting",
        false);
  }

  private CompletionStage<EnrolOutcome> noSession(Code code) {
    return settings
        .security()
        .tls()
        .map(
            tls ->
                CompletableFuture.supplyAsync(() -> TlsProbe.objections(tls, settings.connect())))
        .orElseGet(() -> CompletableFuture.completedFuture(""))
        .thenApply(objections -> noSession(code, objections));
  }

  private EnrolOutcome noSession(Code code, String tlsObjections) {
    if (code == Code.AUTHFAILED) {
      return new Failed(where() + REFUSED, false);
    }
    return new Failed(
        "no ZooKeeper server of "
            + settings.connect()
            + " opened a session within "
            + Durations.text(tried(code))
            + " (fencepost.zookeeper.connection-timeout; "
            + code
            + "), it is tried again: check that the servers run and have a quorum, that"
            + " fencepost.zookeeper.connect names them, and that no firewall is between"
            + tlsObjections,
        true);
  }

  /** The same text each time, so that an outage is not news again and again. */
  private Duration tried(Code code) {
    return code == Code.OPERATIONTIMEOUT
        ? settings.connectionTimeout()
        : Duration.ofNanos(ticker.nanos() - startedAt);
  }

  private EnrolOutcome failed(Answer<?> answer, String doing) {
    return new Failed(where() + answer.cause(doing) + hint(answer.code()), !answer.isRefused());
  }

  private String where() {
    return "ZooKeeper at " + settings.connect() + ": ";
  }

  /** What to look at when something is not allowed. */
  private String hint(Code code) {
    if (code == Code.AUTHFAILED) {
      return ": " + REFUSED;
    }
    if (code != Code.NOAUTH && code != Code.INVALIDACL) {
      return "";
    }
    String who =
        settings
            .security()
            .access()
            .identity()
            .map(Identity::toString)
            .orElse("a node without an identity");
    return ": "
        + who
        + " is not allowed to; check fencepost.zookeeper.identity and the znodes' ACLs";
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}

package io.fencepost.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One ZooKeeper session from its opening to its end, and requests to it. Thread-safe; nothing
 * blocks, and every request is answered within the request timeout.
 *
 * <p>Curator opens and closes the client. Left alone it would replace a session that ended by a new
 * one, where a candidate of the old session must not be believed in, and end one itself that was
 * disconnected for long by the wall clock. So requests go to the one handle this connection was
 * opened with, and Curator hears of nothing but being connected. Within the session the client
 * reconnects by itself.
 */
final class Connection {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);
  private static final AtomicLong CLOSERS = new AtomicLong();

  private final Settings settings;
  private final Events events;
  private final CuratorFramework client;
  private final CompletableFuture<ZooKeeper> handle = new CompletableFuture<>();
  private final CompletableFuture<Code> connected = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final AtomicReference<@Nullable String> over = new AtomicReference<>();
  private volatile boolean suspended;

  /** What happens to the session. Called on the client's event thread; must not block. */
  interface Events {
    void reconnected();

    /** The servers ended the session; not called for {@link #close}. */
    void expired();
  }

  private Connection(Settings settings, Duration sessionTimeout, Events events) {
    this.settings = settings;
    this.events = events;
    ZKClientConfig clientConfig = new ZKClientConfig();
    settings.security().clientSettings().forEach(clientConfig::setProperty);
    settings.client().forEach(clientConfig::setProperty);
    CuratorFrameworkFactory.Builder builder =
        CuratorFrameworkFactory.builder()
            .connectString(settings.connect())
            .sessionTimeoutMs(Math.toIntExact(sessionTimeout.toMillis()))
            .connectionTimeoutMs(connectionTimeoutMillis(settings, sessionTimeout))
            .retryPolicy((count, elapsed, sleeper) -> false)
            .zookeeperFactory(new OneSession(handle, this::process))
            .zkClientConfig(clientConfig)
            // The servers' idea of their addresses need not be reachable from here.
            .ensembleTracker(false);
    settings
        .security()
        .access()
        .identity()
        .filter(identity -> identity.scheme() == Identity.Scheme.DIGEST)
        .ifPresent(identity -> builder.authorization("digest", identity.digestCredentials()));
    this.client = builder.build();
  }

  /** Curator's own waits are not used; it only warns if this is above the session timeout. */
  private static int connectionTimeoutMillis(Settings settings, Duration sessionTimeout) {
    return Math.toIntExact(
        Math.min(settings.connectionTimeout().toMillis(), sessionTimeout.toMillis()));
  }

  /** Starts to connect. Requests made meanwhile wait for the connection. */
  static Connection open(Settings settings, Duration sessionTimeout, Events events) {
    Connection connection = new Connection(settings, sessionTimeout, events);
    connection.client.start();
    return connection;
  }

  /** A connection that is over before it began. */
  static Connection closed(Settings settings) {
    Connection connection = new Connection(settings, settings.connectionTimeout(), noEvents());
    connection.over.set("the backend is closed");
    connection.connected.complete(Code.SESSIONEXPIRED);
    connection.closed.complete(null);
    return connection;
  }

  static Events noEvents() {
    return new Events() {
      @Override
      public void reconnected() {}

      @Override
      public void expired() {}
    };
  }

  /** OK once there is a session, else why there is none within the connection timeout. */
  CompletionStage<Code> connected() {
    return connected
        .completeOnTimeout(
            Code.OPERATIONTIMEOUT, settings.connectionTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .thenCompose(
            code ->
                code == Code.OK
                    ? handle.thenApply(zk -> code)
                    : CompletableFuture.completedFuture(code));
  }

  /** The session's id, once connected. */
  long sessionId() {
    return handle.join().getSessionId();
  }

  /** The session timeout that the servers granted, once connected. */
  Duration sessionTimeout() {
    return Duration.ofMillis(handle.join().getSessionTimeout());
  }

  /** Why the session is over, if it is known to be. */
  @Nullable String over() {
    return over.get();
  }

  /** Whether it was the servers that ended the session. */
  boolean isExpired() {
    return Code.SESSIONEXPIRED.name().equals(over.get());
  }

  /** Whether ZooKeeper has heard of the end, or never will. */
  boolean isClosed() {
    return closed.isDone();
  }

  /** Ends the session and returns at once. The stage completes when ZooKeeper has heard of it. */
  CompletionStage<Void> close(String why) {
    if (over.compareAndSet(null, why)) {
      closeInBackground();
    }
    return closed;
  }

  CompletionStage<Answer<Znode>> create(String path, byte[] data, CreateMode mode) {
    return ask(
        (zk, reply) ->
            zk.create(
                path,
                data,
                settings.security().access().of(path),
                mode,
                (code, asked, context, name, stat) ->
                    reply.complete(Answer.of(code, Znode.of(name, data, stat))),
                null));
  }

  CompletionStage<Answer<Stat>> exists(String path) {
    return ask(
        (zk, reply) ->
            zk.exists(
                path,
                false,
                (code, asked, context, stat) -> reply.complete(Answer.of(code, stat)),
                null));
  }

  CompletionStage<Answer<Znode>> get(String path) {
    return getAndWatch(path, null);
  }

  /** Leaves no watch where there is no znode, unlike {@code exists}. */
  CompletionStage<Answer<Znode>> getAndWatch(String path, @Nullable Watcher watcher) {
    return ask(
        (zk, reply) ->
            zk.getData(
                path,
                watcher,
                (code, asked, context, bytes, stat) ->
                    reply.complete(Answer.of(code, Znode.of(path, bytes, stat))),
                null));
  }

  CompletionStage<Answer<Rights>> acl(String path) {
    return ask(
        (zk, reply) ->
            zk.getACL(
                path,
                new Stat(),
                (code, asked, context, acl, stat) ->
                    reply.complete(Answer.of(code, Rights.of(acl, stat))),
                null));
  }

  CompletionStage<Answer<List<String>>> children(String path) {
    return ask(
        (zk, reply) ->
            zk.getChildren(
                path,
                false,
                (code, asked, context, children) -> reply.complete(Answer.of(code, children)),
                null));
  }

  CompletionStage<Answer<Stat>> set(String path, byte[] data) {
    return ask(
        (zk, reply) ->
            zk.setData(
                path,
                data,
                -1,
                (code, asked, context, stat) -> reply.complete(Answer.of(code, stat)),
                null));
  }

  CompletionStage<Answer<Boolean>> delete(String path) {
    return ask(
        (zk, reply) ->
            zk.delete(
                path, -1, (code, asked, context) -> reply.complete(Answer.of(code, true)), null));
  }

  /** The code is that of the first operation that failed. */
  CompletionStage<Answer<List<OpResult>>> multi(List<Op> operations) {
    return ask(
        (zk, reply) ->
            zk.multi(
                operations,
                (code, asked, context, results) -> reply.complete(Answer.of(code, results)),
                null));
  }

  private <T> CompletionStage<Answer<T>> ask(
      BiConsumer<ZooKeeper, CompletableFuture<Answer<T>>> request) {
    ZooKeeper zk = handle.getNow(null);
    if (over.get() != null || zk == null) {
      return CompletableFuture.completedFuture(Answer.failed(Code.SESSIONEXPIRED));
    }
    CompletableFuture<Answer<T>> reply = new CompletableFuture<>();
    request.accept(zk, reply);
    return reply.completeOnTimeout(
        Answer.failed(Code.REQUESTTIMEOUT),
        settings.requestTimeout().toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void process(WatchedEvent event) {
    if (event.getState() == null) {
      // The client's, when SASL could not begin; the refusal follows.
      return;
    }
    switch (event.getState()) {
      case SyncConnected -> {
        connected.complete(Code.OK);
        if (suspended) {
          suspended = false;
          events.reconnected();
        }
      }
      case Disconnected -> suspended = true;
      case AuthFailed -> connected.complete(Code.AUTHFAILED);
      case Expired -> expire();
      default -> log.debug("ZooKeeper client event {}", event);
    }
  }

  private void expire() {
    if (over.compareAndSet(null, Code.SESSIONEXPIRED.name())) {
      closeInBackground();
      connected.complete(Code.SESSIONEXPIRED);
      events.expired();
    }
  }

  private void closeInBackground() {
    Thread closer =
        new Thread(
            () -> {
              try {
                client.close();
              } catch (RuntimeException e) {
                log.debug("closing a ZooKeeper client failed", e);
              } finally {
                closed.complete(null);
              }
            },
            "fencepost-zookeeper-close-" + CLOSERS.incrementAndGet());
    closer.setDaemon(true);
    closer.start();
  }
}

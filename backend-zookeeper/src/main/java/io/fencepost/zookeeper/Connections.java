package io.fencepost.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A node's connections: one for each of its sessions, and one without a registration for a node
 * that has no session. Thread-safe.
 *
 * <p>The ledger is read and written through the newest session's connection. So a node that cannot
 * reach the ledger cannot renew either and gives up its office, rather than hold it without being
 * able to claim; and what it reads is at least as new as what it saw of its lines. While that
 * connection is cut its requests are unknown, until the engine closes the session. Then they go
 * through another connection, which is as good: whether a write is applied depends on what it
 * checks, not on who carries it.
 */
final class Connections {
  /** For the connection without a registration: nothing depends on it. */
  private static final Duration PLAIN_SESSION = Duration.ofSeconds(30);

  private final Settings settings;
  private final List<Connection> open = new ArrayList<>();

  /** Those that a node was enrolled on, newest last. */
  private final List<Connection> enrolled = new ArrayList<>();

  private @Nullable Connection plain;
  private boolean closed;

  Connections(Settings settings) {
    this.settings = settings;
  }

  synchronized Connection open(Duration sessionTimeout, Connection.Events events) {
    if (closed) {
      return Connection.closed(settings);
    }
    Connection connection = Connection.open(settings, sessionTimeout, events);
    open.removeIf(Connection::isClosed);
    open.add(connection);
    return connection;
  }

  /** A session was enrolled on this connection. */
  synchronized void enrolled(Connection connection) {
    enrolled.removeIf(other -> other.over() != null);
    enrolled.add(connection);
  }

  /** What carries reads and writes of the ledger now. */
  synchronized Connection forLedger() {
    for (int i = enrolled.size() - 1; i >= 0; i--) {
      if (enrolled.get(i).over() == null) {
        return enrolled.get(i);
      }
    }
    if (plain == null || plain.over() != null) {
      plain = open(PLAIN_SESSION, Connection.noEvents());
    }
    return plain;
  }

  /** Ends them all. The stage completes when ZooKeeper has heard of it. */
  synchronized CompletionStage<@Nullable Void> close() {
    closed = true;
    CompletableFuture<?>[] closing =
        open.stream()
            .map(connection -> connection.close("the backend was closed").toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(closing);
  }
}

package io.fencepost.etcd;

import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.Session;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What leases a node has or is about to get, so that closing the backend leaves none behind.
 * Thread-safe.
 */
final class Leases {
  private static final EnrolOutcome CLOSED =
      new EnrolOutcome.Failed("the backend is closed", false);

  private final Connection connection;
  private final Set<Session> sessions = new HashSet<>();
  private final CompletableFuture<@Nullable Void> settled = new CompletableFuture<>();

  /** Enrolments and revocations under way. */
  private int underWay;

  private boolean closed;

  Leases(Connection connection) {
    this.connection = connection;
  }

  /** Enrols unless the backend is closed; if it is closed meanwhile, the session ends at once. */
  CompletionStage<EnrolOutcome> enrol(Supplier<CompletionStage<EnrolOutcome>> enrolment) {
    return begin()
        ? enrolment.get().thenApply(this::admit).whenComplete((outcome, error) -> end())
        : CompletableFuture.completedFuture(CLOSED);
  }

  private EnrolOutcome admit(EnrolOutcome outcome) {
    if (!(outcome instanceof EnrolOutcome.Enrolled enrolled)) {
      return outcome;
    }
    synchronized (this) {
      if (!closed) {
        sessions.add(enrolled.session());
        return outcome;
      }
    }
    enrolled.session().close();
    return CLOSED;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Ends a lease and all that is on it. If the request is lost it ends by itself. */
  CompletionStage<?> revoke(long lease) {
    synchronized (this) {
      underWay++;
    }
    return connection.revoke(lease).whenComplete((answer, error) -> end());
  }

  synchronized void forget(Session session) {
    sessions.remove(session);
  }

  /** Ends all sessions and waits until etcd has heard of it. */
  void close(Duration patience) {
    List<Session> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(sessions);
    }
    open.forEach(Session::close);
    synchronized (this) {
      if (underWay == 0) {
        settled.complete(null);
      }
    }
    settled.completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  private synchronized boolean begin() {
    underWay += closed ? 0 : 1;
    return !closed;
  }

  private synchronized void end() {
    underWay--;
    if (closed && underWay == 0) {
      settled.complete(null);
    }
  }
}

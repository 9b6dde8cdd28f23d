package io.fencepost.drill.network;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Waits for one request, on whichever of some paths it goes: the first one that contains a text.
 * The request is passed on, and nothing that its server says after it comes back. Thread-safe.
 */
public final class RequestTrap {
  private final String text;
  private final Consumer<LinkConnection> action;

  @GuardedBy("this")
  private boolean sprung;

  private RequestTrap(String text, Consumer<LinkConnection> action) {
    this.text = requireNonNull(text, "text is null");
    this.action = requireNonNull(action, "action is null");
  }

  /**
   * Loses the reply: what the server says is thrown away, and the connection is then reset. Other
   * connections, and new ones, go on.
   *
   * @param text what the request contains
   */
  public static RequestTrap thatLosesTheReply(String text) {
    return new RequestTrap(text, LinkConnection::loseReplies);
  }

  /**
   * Holds back the replies on all these paths from this request on, until they are opened.
   *
   * @param text what the request contains
   */
  public static RequestTrap thatHoldsReplies(String text, List<Link> paths) {
    List<Link> held = List.copyOf(paths);
    return new RequestTrap(
        text, connection -> held.forEach(path -> path.hold(EnumSet.of(Direction.REPLIES))));
  }

  /** Whether the request has come. */
  public synchronized boolean sprung() {
    return sprung;
  }

  /** Told of each request before it is passed on. */
  void see(String request, LinkConnection connection) {
    if (takes(request)) {
      action.accept(connection);
    }
  }

  private synchronized boolean takes(String request) {
    if (sprung || !request.contains(text)) {
      return false;
    }
    sprung = true;
    return true;
  }
}

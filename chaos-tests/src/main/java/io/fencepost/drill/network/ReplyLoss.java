package io.fencepost.drill.network;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The loss of the reply to one request, on whichever of some paths it goes. The request is passed
 * on, what the server says after it is thrown away, and its connection is then reset. Thread-safe.
 */
public final class ReplyLoss {
  private final String text;

  @GuardedBy("this")
  private boolean happened;

  /**
   * @param text what the request contains
   */
  public ReplyLoss(String text) {
    this.text = requireNonNull(text, "text is null");
  }

  public synchronized boolean happened() {
    return happened;
  }

  /** Whether this is the request; the first that fits is, and no other. */
  synchronized boolean takes(String request) {
    if (happened || !request.contains(text)) {
      return false;
    }
    happened = true;
    return true;
  }
}

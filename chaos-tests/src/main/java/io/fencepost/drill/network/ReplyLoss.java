package io.fencepost.drill.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Optional;

/** Waits for one request whose reply is to be lost. Thread-safe. */
final class ReplyLoss {
  @GuardedBy("this")
  private Optional<String> wanted = Optional.empty();

  @GuardedBy("this")
  private boolean happened;

  synchronized void arm(String text) {
    wanted = Optional.of(text);
    happened = false;
  }

  synchronized void disarm() {
    wanted = Optional.empty();
  }

  synchronized boolean happened() {
    return happened;
  }

  /** Whether this is the request; only one is. */
  synchronized boolean takes(String request) {
    if (wanted.filter(request::contains).isEmpty()) {
      return false;
    }
    wanted = Optional.empty();
    happened = true;
    return true;
  }
}

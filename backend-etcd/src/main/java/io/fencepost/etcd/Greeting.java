package io.fencepost.etcd;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;

/**
 * The first words of a client of etcd, in plain HTTP/2 or in TLS. Blocks for as long as the
 * socket's timeouts let it.
 */
sealed interface Greeting permits PlainGreeting, TlsGreeting {
  /** What may be the matter. A member serves nobody before it has once found a quorum. */
  String SILENCE = ": etcd hangs, has had no quorum since it started, or it is no etcd";

  /**
   * @throws IllegalArgumentException if the files cannot be used, saying why
   */
  static Greeting of(Optional<Tls> tls) {
    return tls.isPresent() ? new TlsGreeting(tls.get()) : new PlainGreeting();
  }

  /**
   * What the two sides object to, to be put behind "at &lt;the endpoint&gt;"; empty if the other
   * one answers as etcd does.
   *
   * @throws AnotherTongueException if it may understand the other greeting
   * @throws IOException never for silence
   */
  String over(Socket socket, String host) throws IOException;

  /** Whether this is spoken at all, whatever there is to object to. */
  boolean isUnderstood(Socket socket, String host) throws IOException;

  boolean isTls();

  /** The one that {@link #isUnderstood} may tell more of. */
  Greeting other();

  /** The connection was closed, or something was answered that is no answer to this greeting. */
  final class AnotherTongueException extends IOException {
    private static final long serialVersionUID = 1L;

    AnotherTongueException(String message) {
      super(message);
    }
  }
}

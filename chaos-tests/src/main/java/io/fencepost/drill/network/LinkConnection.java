package io.fencepost.drill.network;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One connection of a {@link Link}: two sockets and what goes between them. Thread-safe. */
final class LinkConnection {
  private static final int CHUNK = 16 * 1024;

  /** How long the server may talk to nobody before a connection without replies is reset. */
  private static final Duration UNHEARD = Duration.ofMillis(300);

  private final Socket client;
  private final Socket server;
  private final Gate requests;
  private final Gate replies;
  private final Supplier<Optional<RequestTrap>> trap;
  private final Consumer<LinkConnection> closed;
  private volatile boolean unheard;

  LinkConnection(
      Socket client,
      Socket server,
      Gate requests,
      Gate replies,
      Supplier<Optional<RequestTrap>> trap,
      Consumer<LinkConnection> closed) {
    this.client = client;
    this.server = server;
    this.requests = requests;
    this.replies = replies;
    this.trap = trap;
    this.closed = closed;
  }

  void start() {
    Threads.start("link-requests", () -> pump(client, requests, this::request));
    Threads.start("link-replies", () -> pump(server, replies, this::reply));
  }

  void close() {
    Threads.reset(client);
    Threads.reset(server);
    closed.accept(this);
  }

  /** Throws away what the server says from now on, and ends soon. */
  void loseReplies() {
    unheard = true;
    CompletableFuture.delayedExecutor(UNHEARD.toMillis(), TimeUnit.MILLISECONDS)
        .execute(this::close);
  }

  private interface Pass {
    void on(byte[] bytes, int length) throws IOException;
  }

  private void request(byte[] bytes, int length) throws IOException {
    trap.get().ifPresent(waiting -> waiting.see(text(bytes, length), this));
    server.getOutputStream().write(bytes, 0, length);
  }

  private static String text(byte[] bytes, int length) {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  private void reply(byte[] bytes, int length) throws IOException {
    if (!unheard) {
      client.getOutputStream().write(bytes, 0, length);
    }
  }

  /**
   * Passes on what comes until it ends, and then ends the connection; each when the gate is open.
   */
  private void pump(Socket from, Gate gate, Pass pass) {
    byte[] buffer = new byte[CHUNK];
    try {
      for (int read = read(from, buffer); read > 0; read = read(from, buffer)) {
        gate.pass();
        pass.on(buffer, read);
      }
      gate.pass();
    } catch (IOException e) {
      // The other end has gone; this one is told below.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  /** How many bytes came; none when the sender has ended the connection, however it did. */
  private static int read(Socket from, byte[] buffer) {
    try {
      return Math.max(0, from.getInputStream().read(buffer));
    } catch (IOException e) {
      return 0;
    }
  }
}

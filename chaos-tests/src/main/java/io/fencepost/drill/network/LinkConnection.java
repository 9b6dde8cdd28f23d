package io.fencepost.drill.network;

import io.fencepost.time.Ticker;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One connection of a {@link Link}: two sockets and what goes between them. Thread-safe. */
final class LinkConnection {
  private static final int CHUNK = 16 * 1024;
  private static final int MOST_CHUNKS = 256;

  /** How long the server may talk to nobody before a connection without replies is reset. */
  private static final Duration UNHEARD = Duration.ofMillis(300);

  private final Socket client;
  private final Socket server;
  private final Gate requests;
  private final Gate replies;
  private final Predicate<String> losesReply;
  private final Ticker ticker;
  private final Consumer<LinkConnection> closed;
  private volatile boolean unheard;

  LinkConnection(
      Socket client,
      Socket server,
      Gate requests,
      Gate replies,
      Predicate<String> losesReply,
      Ticker ticker,
      Consumer<LinkConnection> closed) {
    this.client = client;
    this.server = server;
    this.requests = requests;
    this.replies = replies;
    this.losesReply = losesReply;
    this.ticker = ticker;
    this.closed = closed;
  }

  /** Bytes under way, and since when; none means that the sender has ended the connection. */
  private static final class Chunk {
    private final byte[] bytes;
    private final long readNanos;

    Chunk(byte[] bytes, long readNanos) {
      this.bytes = bytes;
      this.readNanos = readNanos;
    }

    boolean isEnd() {
      return bytes.length == 0;
    }
  }

  void start() {
    pump(client, server, requests, this::request);
    pump(server, client, replies, this::reply);
  }

  void close() {
    Threads.reset(client);
    Threads.reset(server);
    closed.accept(this);
  }

  private interface Pass {
    void to(Socket socket, byte[] bytes) throws IOException;
  }

  private void request(Socket to, byte[] bytes) throws IOException {
    if (losesReply.test(new String(bytes, StandardCharsets.ISO_8859_1))) {
      unheard = true;
      CompletableFuture.delayedExecutor(UNHEARD.toMillis(), TimeUnit.MILLISECONDS)
          .execute(this::close);
    }
    to.getOutputStream().write(bytes);
  }

  private void reply(Socket to, byte[] bytes) throws IOException {
    if (!unheard) {
      to.getOutputStream().write(bytes);
    }
  }

  private void pump(Socket from, Socket to, Gate gate, Pass pass) {
    BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>(MOST_CHUNKS);
    Threads.start("link-read", () -> read(from, underWay));
    Threads.start("link-write", () -> write(underWay, to, gate, pass));
  }

  private void read(Socket from, BlockingQueue<Chunk> underWay) {
    byte[] buffer = new byte[CHUNK];
    int read;
    do {
      try {
        read = from.getInputStream().read(buffer);
      } catch (IOException e) {
        read = -1;
      }
      byte[] bytes = Arrays.copyOf(buffer, Math.max(0, read));
      put(underWay, new Chunk(bytes, ticker.nanos()));
    } while (read > 0);
  }

  private void write(BlockingQueue<Chunk> underWay, Socket to, Gate gate, Pass pass) {
    try {
      for (Chunk chunk = take(underWay, gate); !chunk.isEnd(); chunk = take(underWay, gate)) {
        pass.to(to, chunk.bytes);
      }
    } catch (IOException e) {
      // The other end has gone; this one is told below.
    }
    close();
  }

  private static void put(BlockingQueue<Chunk> underWay, Chunk chunk) {
    try {
      underWay.put(chunk);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next chunk, when its time has come and the gate is open. */
  private Chunk take(BlockingQueue<Chunk> underWay, Gate gate) {
    try {
      Chunk chunk = underWay.take();
      gate.pass(chunk.readNanos);
      return chunk;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Chunk(new byte[0], ticker.nanos());
    }
  }
}

package io.fencepost.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a client and a server and can hold back either direction, or hang up. */
public final class Proxy implements AutoCloseable {
  private final int target;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean swallowReplies;
  private volatile boolean swallowRequests;

  public Proxy(int target) {
    this.target = target;
    try {
      this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new IllegalStateException("no port", e);
    }
    run("accept", this::acceptAll);
  }

  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Requests arrive, replies do not. */
  public void swallowReplies() {
    swallowReplies = true;
  }

  /** Nothing arrives on either side, and nobody is told. */
  public void swallowAll() {
    swallowReplies = true;
    swallowRequests = true;
  }

  /** Hangs up, as what was swallowed is missing from the stream, and lets all through again. */
  public void heal() {
    hangUp();
    swallowReplies = false;
    swallowRequests = false;
  }

  public void hangUp() {
    sockets.forEach(Proxy::closeQuietly);
    sockets.clear();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close", e);
    }
    hangUp();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(server);
        run("requests", () -> pump(client, server, false));
        run("replies", () -> pump(server, client, true));
      } catch (IOException e) {
        // The server is down, or the proxy is being closed.
      }
    }
  }

  private void pump(Socket from, Socket to, boolean replies) {
    byte[] buffer = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (!(replies ? swallowReplies : swallowRequests)) {
          out.write(buffer, 0, read);
          out.flush();
        }
      }
    } catch (IOException e) {
      // Either side hung up; the other is hung up on too.
    }
  }

  private static void run(String role, Runnable task) {
    Thread thread = new Thread(task, "proxy-" + role);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }
}

package io.fencepost.drill.network;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/** What links need of threads and sockets. */
final class Threads {
  private Threads() {}

  static void start(String name, Runnable task) {
    Thread thread = new Thread(task, "fencepost-drill-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  /** Closes a socket so that the other end sees a reset, not an orderly end. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It is closed already.
    }
    closeQuietly(socket);
  }
}

package io.fencepost.zookeeper;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Set;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server in this process, whose sessions a test can end. */
final class Server implements AutoCloseable {
  static final int TICK_MILLIS = 300;

  private final Path directory;
  private ZooKeeperServer server;
  private NIOServerCnxnFactory factory;
  private int port;

  Server(Path directory) {
    this.directory = directory;
    start();
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  int port() {
    return port;
  }

  /** Ends a session as its expiry would; the client hears of it when it asks next. */
  void endSession(long id) {
    server.closeSession(id);
    await().until(() -> server.getZKDatabase().getEphemerals(id).isEmpty());
  }

  /** Stops and starts again, on the same port and data. */
  void restart() {
    close();
    start();
  }

  long lastZxid() {
    return server.getZKDatabase().getDataTreeLastProcessedZxid();
  }

  /** The znodes that would vanish when they run empty. */
  Set<String> containers() {
    return server.getZKDatabase().getDataTree().getContainers();
  }

  @Override
  public void close() {
    factory.shutdown();
    server.shutdown(true);
  }

  private void start() {
    try {
      server = new ZooKeeperServer(directory.toFile(), directory.toFile(), TICK_MILLIS);
      factory = new NIOServerCnxnFactory();
      factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
      factory.startup(server);
      port = factory.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException("ZooKeeper does not start", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}

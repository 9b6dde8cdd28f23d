package io.fencepost.zookeeper;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * Makes one handle for Curator and no second, and stands between the handle and Curator: that hears
 * of nothing but being connected, see {@link Connection}.
 */
final class OneSession implements ZookeeperFactory {
  private final CompletableFuture<ZooKeeper> handle;
  private final Consumer<WatchedEvent> events;

  OneSession(CompletableFuture<ZooKeeper> handle, Consumer<WatchedEvent> events) {
    this.handle = handle;
    this.events = events;
  }

  @Override
  public ZooKeeper newZooKeeper(String connect, int timeout, Watcher curator, boolean canBeReadOnly)
      throws Exception {
    return newZooKeeper(connect, timeout, curator, canBeReadOnly, new ZKClientConfig());
  }

  @Override
  public ZooKeeper newZooKeeper(
      String connect, int timeout, Watcher curator, boolean canBeReadOnly, ZKClientConfig config)
      throws Exception {
    if (handle.isDone()) {
      throw new IllegalStateException("a connection has one session");
    }
    Watcher watcher =
        event -> {
          events.accept(event);
          if (event.getState() == KeeperState.SyncConnected) {
            curator.process(event);
          }
        };
    ZooKeeper zk = new ZooKeeper(connect, timeout, watcher, canBeReadOnly, config);
    handle.complete(zk);
    return zk;
  }
}

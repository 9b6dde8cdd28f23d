package io.fencepost.zookeeper;

import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.SessionHints;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.curator.RetryPolicy;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** Opens a session and registers the node under it. Blocks: runs on a thread made for that. */
final class Enrolment {
  /**
   * Requests are issued again by the engine, which knows what a lost reply means; never by Curator.
   */
  private static final RetryPolicy NEVER = (count, elapsed, sleeper) -> false;

  private final ZooKeeperSettings settings;
  private final Paths paths;
  private final NodeInfo node;
  private final Executor background;

  Enrolment(ZooKeeperSettings settings, Paths paths, NodeInfo node, Executor background) {
    this.settings = settings;
    this.paths = paths;
    this.node = node;
    this.background = background;
  }

  EnrolOutcome connect(Duration lease, SessionHints hints, Consumer<ZooKeeperSession> onClose) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(settings.connect())
            .sessionTimeoutMs(Math.toIntExact(lease.toMillis()))
            .connectionTimeoutMs(
                Math.toIntExact(
                    Math.min(settings.connectionTimeout().toMillis(), lease.toMillis())))
            .maxCloseWaitMs(1000)
            .ensembleTracker(false)
            .retryPolicy(NEVER)
            .build();
    boolean enrolled = false;
    try {
      client.start();
      int wait = Math.toIntExact(settings.connectionTimeout().toMillis());
      if (!client.blockUntilConnected(wait, TimeUnit.MILLISECONDS)) {
        return new EnrolOutcome.Failed(
            "tried "
                + settings.connect()
                + " for "
                + settings.connectionTimeout()
                + ", and no server answered; check fencepost.zookeeper.connect, that the servers run, and the network between",
            true);
      }
      ZooKeeper handle = client.getZookeeperClient().getZooKeeper();
      EnrolOutcome outcome = register(client, handle, hints, onClose);
      enrolled = outcome instanceof EnrolOutcome.Enrolled;
      return outcome;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new EnrolOutcome.Failed("interrupted", true);
    } catch (KeeperException e) {
      return new EnrolOutcome.Failed(
          "ZooKeeper answered " + e.getMessage(), !Replies.cannotWrite(e.code()));
    } catch (Exception e) {
      return new EnrolOutcome.Failed(e.toString(), true);
    } finally {
      if (!enrolled) {
        client.close();
      }
    }
  }

  private EnrolOutcome register(
      CuratorFramework client,
      ZooKeeper handle,
      SessionHints hints,
      Consumer<ZooKeeperSession> onClose)
      throws KeeperException, InterruptedException {
    for (String path : List.of(Paths.TOP, paths.root(), paths.nodes(), paths.jobs())) {
      createIfMissing(handle, path);
    }
    String path = paths.node(node.id());
    byte[] mine = NodeJson.write(node, Instant.EPOCH);
    try {
      handle.create(path, mine, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
    } catch (KeeperException.NodeExistsException e) {
      Stat stat = new Stat();
      byte[] theirs;
      try {
        theirs = handle.getData(path, false, stat);
      } catch (KeeperException.NoNodeException goneMeanwhile) {
        return new EnrolOutcome.Failed("the node's entry is just being removed", true);
      }
      if (!NodeJson.isOf(node, theirs)) {
        return new EnrolOutcome.NodeIdTaken(NodeJson.describe(theirs));
      }
      // Left by an earlier session of this very process, which is closing or expiring.
      handle.multi(
          List.of(
              Op.delete(path, stat.getVersion()),
              Op.create(path, mine, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL)));
    }
    return new EnrolOutcome.Enrolled(session(client, handle, hints, onClose));
  }

  private ZooKeeperSession session(
      CuratorFramework client,
      ZooKeeper handle,
      SessionHints hints,
      Consumer<ZooKeeperSession> onClose) {
    AtomicBoolean closed = new AtomicBoolean();
    ZooKeeperSession[] session = new ZooKeeperSession[1];
    session[0] =
        new ZooKeeperSession(
            handle,
            paths,
            node,
            settings,
            hints,
            () -> {
              if (closed.compareAndSet(false, true)) {
                onClose.accept(session[0]);
                closeInBackground(client);
              }
            });
    client
        .getConnectionStateListenable()
        .addListener(
            (c, state) -> {
              if (state == ConnectionState.RECONNECTED) {
                hints.reconnected();
              } else if (state == ConnectionState.LOST) {
                hints.ended("Curator reports the session as lost");
              }
            });
    return session[0];
  }

  private void closeInBackground(CuratorFramework client) {
    try {
      background.execute(client::close);
    } catch (RejectedExecutionException backendClosed) {
      client.close();
    }
  }

  private static void createIfMissing(ZooKeeper handle, String path)
      throws KeeperException, InterruptedException {
    if (handle.exists(path, false) == null) {
      try {
        handle.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
      } catch (KeeperException.NodeExistsException madeMeanwhile) {
        return;
      }
    }
  }
}

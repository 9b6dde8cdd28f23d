package io.fencepost.zookeeper;

import com.typesafe.config.Config;
import io.fencepost.SchedulerSettings;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.Ticker;
import java.util.List;

/** {@code fencepost.backend = zookeeper}. The settings are explained in {@code reference.conf}. */
public final class ZooKeeperBackendProvider implements BackendProvider {
  /** For {@link java.util.ServiceLoader}. */
  public ZooKeeperBackendProvider() {}

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public List<String> contradictions(Config settings, SchedulerSettings node) {
    return Settings.contradictions(settings, node.lease());
  }

  @Override
  public Backend connect(String namespace, Config settings, Ticker ticker) {
    return new ZooKeeperBackend(new Paths(namespace), Settings.parse(settings), ticker);
  }
}

package io.fencepost.zookeeper;

import com.typesafe.config.Config;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.Ticker;

/** Finds the ZooKeeper backend under the name {@code zookeeper}. */
public final class ZooKeeperBackendProvider implements BackendProvider {
  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public Backend connect(String namespace, Config settings, Ticker ticker) {
    return new ZooKeeperBackend(namespace, ZooKeeperSettings.parse(settings));
  }
}

package io.fencepost.zookeeper;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.Ticker;
import java.util.ServiceLoader;

/** Connects as an application does: by the provider's name, with {@code reference.conf} below. */
final class Backends {
  private Backends() {}

  static Backend connect(String address, String namespace) {
    return connect(address, namespace, "");
  }

  static Backend connect(String address, String namespace, String more) {
    Config settings =
        ConfigFactory.parseString(
                "connect = \"" + address + "\", tick = " + Server.TICK_MILLIS + " ms, " + more)
            .withFallback(ConfigFactory.load().getConfig("fencepost.zookeeper"));
    return provider().connect(namespace, settings, Ticker.system());
  }

  static BackendProvider provider() {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("zookeeper"))
        .findFirst()
        .orElseThrow();
  }
}

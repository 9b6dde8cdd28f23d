package io.fencepost.etcd;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.Ticker;
import java.util.ServiceLoader;

/** Connects as an application does: by the provider's name, with {@code reference.conf} below. */
final class Backends {
  private Backends() {}

  static Backend connect(String endpoints, String namespace) {
    return connect(endpoints, namespace, "");
  }

  static Backend connect(String endpoints, String namespace, String more) {
    Config settings =
        ConfigFactory.parseString("endpoints = \"" + endpoints + "\"\n" + more)
            .withFallback(ConfigFactory.load().getConfig("fencepost.etcd"));
    return provider().connect(namespace, settings, Ticker.system());
  }

  static BackendProvider provider() {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("etcd"))
        .findFirst()
        .orElseThrow();
  }
}

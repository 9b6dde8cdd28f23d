package io.fencepost.spi;

import com.typesafe.config.Config;
import io.fencepost.time.Ticker;

/** Found with {@link java.util.ServiceLoader} by the name in {@code fencepost.backend}. */
public interface BackendProvider {
  /**
   * The name in the config: {@code zookeeper}, {@code etcd}. Also the key of its own settings,
   * {@code fencepost.<name>}.
   */
  String name();

  /**
   * Connects. Does not wait for the store to answer: {@link Backend#enrol} reports that.
   *
   * @param namespace the root of all keys
   * @param settings {@code fencepost.<name>}, with the module's own {@code reference.conf} below it
   * @throws io.fencepost.config.InvalidConfigException if the settings are wrong
   */
  Backend connect(String namespace, Config settings, Ticker ticker);
}

package io.fencepost.spi;

import com.typesafe.config.Config;
import io.fencepost.SchedulerSettings;
import io.fencepost.time.Ticker;
import java.util.List;

/** Found with {@link java.util.ServiceLoader} by the name in {@code fencepost.backend}. */
public interface BackendProvider {
  /**
   * The name in the config: {@code zookeeper}, {@code etcd}. Also the key of its own settings,
   * {@code fencepost.<name>}.
   */
  String name();

  /**
   * What contradicts the settings of the node, such as a request timeout above the lease. Called
   * before {@link #connect}, which reports what is wrong with the settings alone; so what cannot be
   * read is not reported here. Default: nothing.
   *
   * @param settings {@code fencepost.<name>}, with the module's own {@code reference.conf} below it
   * @return an error each, with its path and what is allowed
   */
  default List<String> contradictions(Config settings, SchedulerSettings node) {
    return List.of();
  }

  /**
   * Connects. Does not wait for the store to answer: {@link Backend#enrol} reports that.
   *
   * @param namespace the root of all keys
   * @param settings {@code fencepost.<name>}, with the module's own {@code reference.conf} below it
   * @throws io.fencepost.config.InvalidConfigException if the settings are wrong
   */
  Backend connect(String namespace, Config settings, Ticker ticker);
}

package io.fencepost.etcd;

import com.typesafe.config.Config;
import io.fencepost.SchedulerSettings;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.Ticker;
import java.util.List;

/** {@code fencepost.backend = etcd}. The settings are explained in {@code reference.conf}. */
public final class EtcdBackendProvider implements BackendProvider {
  /** For {@link java.util.ServiceLoader}. */
  public EtcdBackendProvider() {}

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public List<String> contradictions(Config settings, SchedulerSettings node) {
    return SettingsReader.contradictions(settings, node.lease());
  }

  @Override
  public Backend connect(String namespace, Config settings, Ticker ticker) {
    Settings parsed = Settings.parse(settings);
    return new EtcdBackend(new Keys(parsed.prefix(), namespace), parsed, ticker);
  }
}

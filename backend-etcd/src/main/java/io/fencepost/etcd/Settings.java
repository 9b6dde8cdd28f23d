package io.fencepost.etcd;

import com.typesafe.config.Config;
import io.fencepost.config.InvalidConfigException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code fencepost.etcd}, see {@code reference.conf}.
 *
 * @param tls present if the endpoints are https
 */
record Settings(
    List<URI> endpoints,
    String prefix,
    Duration connectionTimeout,
    Duration requestTimeout,
    long maxRequestBytes,
    Optional<Login> login,
    Optional<Tls> tls) {
  Settings {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * @throws InvalidConfigException with every error there is
   */
  static Settings parse(Config config) {
    return new SettingsReader(config).read();
  }

  /** For logs and errors. */
  String servers() {
    return endpoints.stream().map(URI::toString).collect(Collectors.joining(","));
  }
}

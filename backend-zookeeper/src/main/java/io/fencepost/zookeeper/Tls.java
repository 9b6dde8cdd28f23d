package io.fencepost.zookeeper;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the servers are known, and how this node is.
 *
 * @param trust the authorities that the servers' certificates must come from; empty for those that
 *     the JVM trusts
 * @param key this node's certificate and key, if the servers ask for one
 * @param verifyHost whether a server's certificate must name its host
 */
record Tls(Optional<Store> trust, Optional<Store> key, boolean verifyHost) {
  /**
   * A file of certificates or keys: JKS, PKCS12 or PEM, by its ending.
   *
   * @param password empty if there is none
   */
  record Store(Path file, String password) {
    /** Leaves the password out. */
    @Override
    public String toString() {
      return file.toString();
    }
  }

  /** As the ZooKeeper client calls it. */
  Map<String, String> clientSettings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("zookeeper.client.secure", "true");
    // The other one speaks no TLS.
    settings.put("zookeeper.clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNetty");
    settings.put("zookeeper.ssl.hostnameVerification", Boolean.toString(verifyHost));
    trust.ifPresent(store -> put(settings, "zookeeper.ssl.trustStore", store));
    key.ifPresent(store -> put(settings, "zookeeper.ssl.keyStore", store));
    return settings;
  }

  private static void put(Map<String, String> settings, String name, Store store) {
    settings.put(name + ".location", store.file().toString());
    settings.put(name + ".password", store.password());
  }
}

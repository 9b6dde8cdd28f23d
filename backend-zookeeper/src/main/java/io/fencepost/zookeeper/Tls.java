package io.fencepost.zookeeper;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the servers are known, and how this node is. A server's certificate must name its host: the
 * client's Netty asks for that, and there is no telling one client otherwise.
 *
 * @param trust the authorities that the servers' certificates must come from; empty for those that
 *     the JVM trusts
 * @param key this node's certificate and key, if the servers ask for one
 */
record Tls(Optional<Store> trust, Optional<Store> key) {
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
    // Netty 4.2 does so anyway; an older one would not, if a system property said so.
    settings.put("zookeeper.ssl.hostnameVerification", "true");
    trust.ifPresent(store -> put(settings, "zookeeper.ssl.trustStore", store));
    key.ifPresent(store -> put(settings, "zookeeper.ssl.keyStore", store));
    return settings;
  }

  private static void put(Map<String, String> settings, String name, Store store) {
    settings.put(name + ".location", store.file().toString());
    settings.put(name + ".password", store.password());
  }
}

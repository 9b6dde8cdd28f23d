package io.fencepost.zookeeper;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who this node is, what it lets others do, and how it speaks with the servers.
 *
 * @param access includes this node's identity
 * @param loginSection of the JAAS configuration, for SASL
 * @param tls empty for plain text
 */
record Security(Access access, Optional<String> loginSection, Optional<Tls> tls) {
  static final Security NONE = new Security(Access.OPEN, Optional.empty(), Optional.empty());

  /** As the ZooKeeper client calls it. */
  Map<String, String> clientSettings() {
    Map<String, String> settings = new LinkedHashMap<>();
    // Else every connection looks for a JAAS configuration and warns that there is none.
    settings.put("zookeeper.sasl.client", Boolean.toString(loginSection.isPresent()));
    loginSection.ifPresent(name -> settings.put("zookeeper.sasl.clientconfig", name));
    tls.ifPresent(t -> settings.putAll(t.clientSettings()));
    return settings;
  }
}

package io.fencepost.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/**
 * Who this node is to ZooKeeper.
 *
 * @param scheme how it proves it
 * @param user for {@link Scheme#DIGEST}; empty otherwise
 * @param password for {@link Scheme#DIGEST}; empty otherwise
 */
record Identity(Scheme scheme, String user, String password) {
  enum Scheme {
    /** A user and a password, which ZooKeeper only compares with what is in a znode's ACL. */
    DIGEST,
    /** The JAAS login section that the client's settings name. */
    SASL,
    /** The client's certificate. */
    X509
  }

  static Identity digest(String user, String password) {
    return new Identity(Scheme.DIGEST, user, password);
  }

  byte[] digestCredentials() {
    return (user + ":" + password).getBytes(UTF_8);
  }

  /** Leaves the password out. */
  @Override
  public String toString() {
    return scheme.name().toLowerCase(Locale.ROOT) + (user.isEmpty() ? "" : ":" + user);
  }
}

package io.fencepost.etcd;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * How the members are known, and how this node is.
 *
 * @param ca PEM; empty for what the JVM trusts
 * @param identity empty if the members do not ask for it
 * @param authority what the members' certificates must be for; empty for the host of the endpoint
 */
record Tls(Optional<Path> ca, Optional<Identity> identity, Optional<String> authority) {
  /** A certificate chain and its private key, both PEM. */
  record Identity(Path chain, Path key) {}

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException if one cannot be read, naming it
   */
  SslContext context() {
    try {
      SslContextBuilder builder = GrpcSslContexts.forClient();
      ca.ifPresent(file -> builder.trustManager(file.toFile()));
      identity.ifPresent(pair -> builder.keyManager(pair.chain().toFile(), pair.key().toFile()));
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalArgumentException("cannot be used: " + e.getMessage(), e);
    }
  }
}

package io.fencepost.etcd;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
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
  record Identity(Path chain, Path key) {
    /**
     * Whether the key is that of the first certificate.
     *
     * @throws IllegalArgumentException if a file cannot be used
     */
    boolean belongsTogether() {
      return isPair(PemFile.certificates(chain).get(0).getPublicKey(), PemFile.key(key));
    }
  }

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException if one cannot be used, naming it
   */
  SslContext context() {
    return context(GrpcSslContexts.forClient());
  }

  /**
   * The same for sockets of the JDK.
   *
   * @throws IllegalArgumentException if a file cannot be used, naming it
   */
  SSLContext jdkContext() {
    return ((JdkSslContext) context(SslContextBuilder.forClient().sslProvider(SslProvider.JDK)))
        .context();
  }

  private SslContext context(SslContextBuilder builder) {
    ca.ifPresent(file -> builder.trustManager(read("ca-file", file, PemFile::certificates)));
    identity.ifPresent(
        pair -> {
          List<X509Certificate> chain = read("cert-file", pair.chain(), PemFile::certificates);
          PrivateKey key = read("key-file", pair.key(), PemFile::key);
          if (!isPair(chain.get(0).getPublicKey(), key)) {
            throw new IllegalArgumentException(
                "fencepost.etcd.tls.key-file is not the key of the certificate in cert-file");
          }
          builder.keyManager(key, chain);
        });
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalArgumentException("fencepost.etcd.tls cannot be used: " + e, e);
    }
  }

  private static <T> T read(String key, Path file, Function<Path, T> reader) {
    try {
      return reader.apply(file);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "fencepost.etcd.tls." + key + " is " + file + ", which " + e.getMessage(), e);
    }
  }

  private static boolean isPair(PublicKey certified, PrivateKey key) {
    if (certified instanceof RSAKey one && key instanceof RSAKey other) {
      return one.getModulus().equals(other.getModulus());
    }
    if (!certified.getAlgorithm().equals(key.getAlgorithm())) {
      return false;
    }
    try {
      Signature signature =
          Signature.getInstance(
              switch (key.getAlgorithm()) {
                case "EC" -> "SHA256withECDSA";
                case "DSA" -> "SHA256withDSA";
                default -> key.getAlgorithm();
              });
      byte[] anything = {4, 7, 1, 1};
      signature.initSign(key);
      signature.update(anything);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(anything);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}

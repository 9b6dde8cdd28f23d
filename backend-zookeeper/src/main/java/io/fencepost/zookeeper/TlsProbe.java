package io.fencepost.zookeeper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception;
import org.jspecify.annotations.Nullable;

/**
 * Finds out why no session comes about over TLS: the ZooKeeper client tells its log at most.
 * Blocks.
 */
final class TlsProbe {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** How the JDK calls the rule by which a certificate names a host. */
  private static final String HOST_NAMES = "HTTPS";

  private TlsProbe() {}

  /**
   * @throws IllegalArgumentException if a store cannot be used, saying why
   */
  static SSLContext context(Tls tls) {
    ZKClientConfig config = new ZKClientConfig();
    tls.clientSettings().forEach(config::setProperty);
    try (ClientX509Util util = new ClientX509Util()) {
      return util.createSSLContext(config);
    } catch (X509Exception.SSLContextException e) {
      throw new IllegalArgumentException("cannot be used: " + rootMessage(e), e);
    }
  }

  /** What each server that can be reached objects to, or this node to it; empty if nothing. */
  static String objections(Tls tls, String connect) {
    SSLContext context = context(tls);
    return new ConnectStringParser(connect)
        .getServerAddresses().stream()
            .map(server -> objection(context, server))
            .collect(Collectors.joining());
  }

  private static String objection(SSLContext context, InetSocketAddress server) {
    String host = server.getHostString();
    try {
      greet(context, host, server.getPort(), HOST_NAMES);
      return "";
    } catch (SSLException e) {
      return "; TLS with "
          + host
          + ":"
          + server.getPort()
          + " failed: "
          + rootMessage(e)
          + (isGoodUnderAnotherName(context, server)
              ? ": the server's certificate does not name "
                  + host
                  + ", which is always asked for: give it one with "
                  + host
                  + " as a subject alternative name, or name the server in"
                  + " fencepost.zookeeper.connect as its certificate does"
              : "");
    } catch (IOException notReached) {
      // Which the error says already.
      return "";
    }
  }

  /** The JDK has several messages for this, so ask again. */
  private static boolean isGoodUnderAnotherName(SSLContext context, InetSocketAddress server) {
    try {
      greet(context, server.getHostString(), server.getPort(), null);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void greet(
      SSLContext context, String host, int port, @Nullable String identification)
      throws IOException {
    try (Socket socket = new Socket()) {
      int millis = Math.toIntExact(PATIENCE.toMillis());
      socket.connect(new InetSocketAddress(host, port), millis);
      socket.setSoTimeout(millis);
      try (SSLSocket tls =
          (SSLSocket) context.getSocketFactory().createSocket(socket, host, port, true)) {
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(identification);
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        // A server that does not like this node's certificate says so after the handshake.
        tls.getInputStream().read();
      }
    } catch (SocketTimeoutException silent) {
      // It waits for a first request, as it should.
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}

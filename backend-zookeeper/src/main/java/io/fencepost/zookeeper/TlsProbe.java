package io.fencepost.zookeeper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception;

/**
 * Finds out why no session comes about over TLS: the ZooKeeper client tells its log at most.
 * Blocks.
 */
final class TlsProbe {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

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
    List<String> objections = new ArrayList<>();
    for (InetSocketAddress server : new ConnectStringParser(connect).getServerAddresses()) {
      try {
        greet(context, tls.verifyHost(), server.getHostString(), server.getPort());
      } catch (SSLException e) {
        objections.add(
            "; TLS with "
                + server.getHostString()
                + ":"
                + server.getPort()
                + " failed: "
                + rootMessage(e));
      } catch (IOException notReached) {
        // Which the error says already.
      }
    }
    return String.join("", objections);
  }

  private static void greet(SSLContext context, boolean verifyHost, String host, int port)
      throws IOException {
    try (Socket socket = new Socket()) {
      int millis = Math.toIntExact(PATIENCE.toMillis());
      socket.connect(new InetSocketAddress(host, port), millis);
      socket.setSoTimeout(millis);
      try (SSLSocket tls =
          (SSLSocket) context.getSocketFactory().createSocket(socket, host, port, true)) {
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(verifyHost ? "HTTPS" : null);
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

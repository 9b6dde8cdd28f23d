package io.fencepost.etcd;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A handshake with the client's own trust, key and authority, and what comes after it. */
final class TlsGreeting implements Greeting {
  /** For a server of which nothing is known but that it may speak TLS. */
  static final Tls UNKNOWN = new Tls(Optional.empty(), Optional.empty(), Optional.empty());

  private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");
  private static final Pattern OF_CERTIFICATES =
      Pattern.compile("certificate|unknown_ca|access_denied");
  private static final Pattern NAMES =
      Pattern.compile("No (?:subject alternative|name matching).*");

  private final Tls tls;
  private final SSLContext context;

  TlsGreeting(Tls tls) {
    this.tls = tls;
    this.context = tls.jdkContext();
  }

  @Override
  public String over(Socket socket, String host) throws IOException {
    try (SSLSocket secured = secured(socket, host)) {
      secured.startHandshake();
      return afterHandshake(secured);
    } catch (IOException e) {
      if (cause(e, SocketTimeoutException.class).isPresent()) {
        return "connections are accepted, but TLS is not answered" + SILENCE;
      }
      if (e instanceof SSLException refusal && isTls(refusal)) {
        return objection(refusal);
      }
      throw new AnotherTongueException(closed());
    }
  }

  /**
   * A server that refuses this node's certificate says so after the handshake (TLS 1.3). One that
   * does not sends its HTTP/2 settings.
   */
  private static String afterHandshake(SSLSocket secured) throws IOException {
    try {
      return secured.getInputStream().read() < 0 ? closed() : "";
    } catch (SocketTimeoutException e) {
      return "TLS is agreed on, but nothing is said" + SILENCE;
    }
  }

  private static String closed() {
    return "the connection is closed in the TLS handshake: check that it is a client URL of etcd, and"
        + " what is between";
  }

  @Override
  public boolean isUnderstood(Socket socket, String host) throws IOException {
    try (SSLSocket secured = secured(socket, host)) {
      secured.startHandshake();
      return true;
    } catch (SSLException e) {
      return isTls(e);
    }
  }

  @Override
  public boolean isTls() {
    return true;
  }

  @Override
  public Greeting other() {
    return new PlainGreeting();
  }

  private SSLSocket secured(Socket socket, String host) throws IOException {
    SSLSocket secured =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(
                    socket,
                    tls.authority().map(TlsGreeting::host).orElse(host),
                    socket.getPort(),
                    true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"h2"});
    secured.setSSLParameters(parameters);
    return secured;
  }

  /** An authority may have a port, which no certificate has. */
  private static String host(String authority) {
    return Optional.ofNullable(URI.create("//" + authority).getHost()).orElse(authority);
  }

  /** Whether the other side spoke TLS, too. */
  private static boolean isTls(SSLException e) {
    return cause(e, EOFException.class).isEmpty()
        && cause(e, SocketException.class).isEmpty()
        && !String.valueOf(e.getMessage()).startsWith("Unsupported or unrecognized SSL message");
  }

  private String objection(SSLException e) {
    Matcher alert = ALERT.matcher(String.valueOf(e.getMessage()));
    if (alert.find()) {
      return OF_CERTIFICATES.matcher(alert.group(1)).find()
          ? nodeRefused(alert.group(1))
          : "TLS fails, by the server's alert " + alert.group(1);
    }
    return cause(e, CertificateException.class)
        .map(this::memberRefused)
        .orElseGet(() -> "TLS fails: " + rootMessage(e));
  }

  private String nodeRefused(String alert) {
    return tls.identity().isEmpty()
        ? "a client certificate is asked for ("
            + alert
            + "): set fencepost.etcd.tls.cert-file and key-file"
        : "this node's certificate is refused ("
            + alert
            + "): that in fencepost.etcd.tls.cert-file must be in date, for client authentication,"
            + " and of an authority in etcd's --trusted-ca-file";
  }

  private String memberRefused(CertificateException refusal) {
    if (cause(refusal, CertificateExpiredException.class).isPresent()) {
      return "the server's certificate, or one above it, has expired ("
          + rootMessage(refusal)
          + ")";
    }
    if (cause(refusal, CertificateNotYetValidException.class).isPresent()) {
      return "the server's certificate, or one above it, is not valid yet ("
          + rootMessage(refusal)
          + "): check this machine's clock";
    }
    if (NAMES.matcher(rootMessage(refusal)).matches()) {
      return "the server's certificate is for another name ("
          + rootMessage(refusal)
          + "): use a name that it has, in fencepost.etcd.endpoints or fencepost.etcd.tls.authority";
    }
    if (cause(refusal, CertPathBuilderException.class).isPresent()
        || cause(refusal, CertPathValidatorException.class).isPresent()) {
      return "the server's certificate is of no authority "
          + (tls.ca().isPresent()
              ? "in fencepost.etcd.tls.ca-file"
              : "that the JVM trusts: set fencepost.etcd.tls.ca-file")
          + " ("
          + rootMessage(refusal)
          + ")";
    }
    return "the server's certificate is refused: " + rootMessage(refusal);
  }

  private static <T extends Throwable> Optional<T> cause(Throwable error, Class<T> type) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}

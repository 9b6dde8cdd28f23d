package io.fencepost.etcd;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;

/**
 * One attempt to be answered by a member. Blocks, each step for two seconds at most; {@link
 * #hangUp} ends it early.
 */
final class Dial {
  private static final Duration STEP = Duration.ofSeconds(2);

  private final URI endpoint;
  private final Greeting greeting;
  private Socket open = new Socket();
  private boolean over;

  Dial(URI endpoint, Greeting greeting) {
    this.endpoint = endpoint;
    this.greeting = greeting;
  }

  /** What happened, to be put behind "at &lt;the endpoint&gt;". */
  String outcome() {
    InetSocketAddress address = new InetSocketAddress(endpoint.getHost(), endpoint.getPort());
    if (address.isUnresolved()) {
      return "the host's name is not known: check it, and DNS";
    }
    try (Socket socket = connect(address)) {
      String objection = greeting.over(socket, endpoint.getHost());
      return objection.isEmpty()
          ? "etcd answers, but grants no lease: check that the members have a quorum (etcdctl"
              + " endpoint status)"
          : objection;
    } catch (Greeting.AnotherTongueException e) {
      return anotherTongue(address, e);
    } catch (SocketTimeoutException e) {
      return "nothing answers to connecting: the host is down, or a firewall is between";
    } catch (ConnectException e) {
      return "nothing listens (connection refused): check the port, and that etcd runs";
    } catch (NoRouteToHostException e) {
      return "there is no way to the host: " + e.getMessage();
    } catch (IOException e) {
      return "the connection fails: " + e.getMessage();
    }
  }

  private String anotherTongue(InetSocketAddress address, Greeting.AnotherTongueException e) {
    Greeting other = greeting.other();
    try (Socket socket = connect(address)) {
      if (other.isUnderstood(socket, endpoint.getHost())) {
        return other.isTls()
            ? "TLS is spoken: write https://... in fencepost.etcd.endpoints"
            : "plain HTTP is spoken, not TLS: write http://... in fencepost.etcd.endpoints";
      }
    } catch (IOException stillNot) {
      // Then neither is spoken.
    }
    return String.valueOf(e.getMessage());
  }

  private Socket connect(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    synchronized (this) {
      if (over) {
        throw new IOException("no time left");
      }
      open = socket;
    }
    int millis = Math.toIntExact(STEP.toMillis());
    socket.setSoTimeout(millis);
    socket.connect(address, millis);
    return socket;
  }

  /** Ends what blocks. */
  synchronized void hangUp() {
    over = true;
    try {
      open.close();
    } catch (IOException e) {
      // It is of no use either way.
    }
  }
}

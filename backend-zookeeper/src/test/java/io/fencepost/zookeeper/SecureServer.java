package io.fencepost.zookeeper;

import static org.awaitility.Awaitility.await;

import io.fencepost.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/**
 * A ZooKeeper server in a process of its own, since what secures it is set for a whole JVM: TLS on
 * one port, plain text on another, and users for SASL on both.
 */
final class SecureServer implements AutoCloseable {
  private final Process process;
  private final int plainPort;
  private final int tlsPort;

  /**
   * @param own the server's certificate
   * @param trusted whose certificates it takes
   */
  SecureServer(Path directory, Certificates own, Path trusted) {
    try {
      Files.createDirectories(directory);
      plainPort = FreePorts.take(1).get(0);
      tlsPort = FreePorts.take(1).get(0);
      Path jaas =
          Files.writeString(
              directory.resolve("jaas.conf"),
              "Server { org.apache.zookeeper.server.auth.DigestLoginModule required"
                  + " user_fencepost=\"right\"; };\n");
      Path config =
          Files.writeString(
              directory.resolve("zoo.cfg"),
              String.join(
                  "\n",
                  "tickTime=" + Server.TICK_MILLIS,
                  "dataDir=" + directory,
                  "clientPort=" + plainPort,
                  "clientPortAddress=127.0.0.1",
                  "secureClientPort=" + tlsPort,
                  "secureClientPortAddress=127.0.0.1",
                  "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                  "authProvider.sasl=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
                  "authProvider.x509=org.apache.zookeeper.server.auth.X509AuthenticationProvider",
                  "ssl.keyStore.location=" + own.store(),
                  "ssl.keyStore.password=" + Certificates.PASSWORD,
                  "ssl.trustStore.location=" + trusted,
                  "ssl.clientAuth=want",
                  "ssl.hostnameVerification=false",
                  "ssl.clientHostnameVerification=false",
                  "admin.enableServer=false",
                  ""));
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-Djava.security.auth.login.config=" + jaas);
      // DIGEST-MD5 is not allowed in FIPS mode, which is the default since ZooKeeper 3.9.
      command.add("-Dzookeeper.fips-mode=false");
      command.add("-cp");
      command.add(
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
      command.add(QuorumPeerMain.class.getName());
      command.add(config.toString());
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("server.log").toFile())
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    } catch (IOException e) {
      throw new IllegalStateException("ZooKeeper does not start", e);
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> !process.isAlive() || (answers(plainPort) && answers(tlsPort)));
    if (!process.isAlive()) {
      throw new IllegalStateException("ZooKeeper has ended; see " + directory + "/server.log");
    }
  }

  String plain() {
    return "127.0.0.1:" + plainPort;
  }

  String tls() {
    return "127.0.0.1:" + tlsPort;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}

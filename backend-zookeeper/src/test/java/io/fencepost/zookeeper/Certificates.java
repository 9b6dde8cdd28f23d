package io.fencepost.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A certificate with its key, made by the JDK's keytool.
 *
 * @param store PKCS12 with the key
 * @param pem the certificate
 */
record Certificates(String name, Path store, Path pem) {
  static final String PASSWORD = "changeit";

  private static final String LOCAL = "ip:127.0.0.1,dns:localhost";

  /** For localhost, valid from now on; vouches for itself and for others. */
  static Certificates valid(Path directory, String name) {
    return valid(directory, name, LOCAL);
  }

  /** For another host, valid from now on. */
  static Certificates ofHost(Path directory, String name, String host) {
    return valid(directory, name, "dns:" + host);
  }

  private static Certificates valid(Path directory, String name, String hosts) {
    Path store = directory.resolve(name + ".p12");
    generate(store, name, hosts, "-validity", "2", "-ext", "bc=ca:true");
    return exported(directory, name, store);
  }

  /** For localhost, and was valid last year. */
  static Certificates expired(Path directory, String name, Certificates signer) {
    Path store = directory.resolve(name + ".p12");
    try {
      Files.copy(signer.store, store);
    } catch (IOException e) {
      throw new IllegalStateException("no certificate for " + name, e);
    }
    generate(store, name, LOCAL, "-startdate", "-400d", "-validity", "30", "-signer", signer.name);
    keytool(store, "-delete", "-alias", signer.name);
    return exported(directory, name, store);
  }

  private static void generate(Path store, String name, String hosts, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name));
    arguments.addAll(List.of("-ext", "san=" + hosts));
    arguments.addAll(List.of(more));
    keytool(store, arguments.toArray(String[]::new));
  }

  private static void keytool(Path store, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", store.toString()));
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + output);
      }
    } catch (IOException e) {
      throw new IllegalStateException("keytool", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static Certificates exported(Path directory, String name, Path store) {
    try {
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      String body =
          Base64.getMimeEncoder(64, new byte[] {'\n'})
              .encodeToString(keys.getCertificate(name).getEncoded());
      Path pem =
          Files.writeString(
              directory.resolve(name + ".pem"),
              "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n");
      return new Certificates(name, store, pem);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("no certificate for " + name, e);
    }
  }
}

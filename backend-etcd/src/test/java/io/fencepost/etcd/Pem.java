package io.fencepost.etcd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate for this machine and its key, made by the JDK's keytool. */
record Pem(Path certificate, Path key) {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final String ADDRESSES = "san=ip:127.0.0.1,dns:localhost";

  static Pem selfSigned(Path directory, String name, String... more) {
    generate(directory, name, more);
    return exported(directory, name);
  }

  /** Signed by one that {@link #selfSigned} made in the same directory as {@code bc:c}. */
  static Pem issued(Path directory, String name, String by, String... more) {
    generate(directory, name);
    Path request = directory.resolve(name + ".csr");
    Path certificate = directory.resolve(name + ".signed");
    keytool(directory, name, "-certreq", "-file", request.toString());
    List<String> signing = new ArrayList<>(List.of("-gencert", "-rfc", "-ext", ADDRESSES));
    signing.addAll(List.of("-infile", request.toString(), "-outfile", certificate.toString()));
    signing.addAll(List.of(more));
    keytool(directory, by, signing.toArray(String[]::new));
    return new Pem(certificate, exported(directory, name).key());
  }

  private static void generate(Path directory, String name, String... more) {
    List<String> options = new ArrayList<>(List.of("-genkeypair", "-keyalg", "EC"));
    options.addAll(List.of("-dname", "CN=" + name, "-ext", ADDRESSES, "-validity", "2"));
    options.addAll(List.of(more));
    keytool(directory, name, options.toArray(String[]::new));
  }

  private static void keytool(Path directory, String name, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-alias", name, "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", new String(PASSWORD)));
    command.addAll(List.of("-keystore", store(directory, name).toString()));
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + output);
      }
    } catch (IOException e) {
      throw new IllegalStateException("no keytool", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static Pem exported(Path directory, String name) {
    try {
      KeyStore keys = KeyStore.getInstance(store(directory, name).toFile(), PASSWORD);
      return new Pem(
          write(
              directory.resolve(name + ".crt"),
              "CERTIFICATE",
              keys.getCertificate(name).getEncoded()),
          write(
              directory.resolve(name + ".key"),
              "PRIVATE KEY",
              keys.getKey(name, PASSWORD).getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("no certificate for " + name, e);
    }
  }

  private static Path store(Path directory, String name) {
    return directory.resolve(name + ".p12");
  }

  static Path write(Path file, String type, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
  }
}

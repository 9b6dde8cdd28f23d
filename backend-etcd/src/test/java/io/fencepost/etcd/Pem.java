package io.fencepost.etcd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate for this machine and its key, made by the JDK's keytool. */
record Pem(Path certificate, Path key) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  static Pem selfSigned(Path directory, String name) {
    try {
      Path store = directory.resolve(name + ".p12");
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  name,
                  "-keyalg",
                  "EC",
                  "-dname",
                  "CN=" + name,
                  "-ext",
                  "san=ip:127.0.0.1,dns:localhost",
                  "-validity",
                  "2",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  new String(PASSWORD),
                  "-keystore",
                  store.toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + output);
      }
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static Path write(Path file, String type, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
  }
}

package io.fencepost.etcd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads PEM, and says what else it found: most errors in TLS settings are the wrong file, or the
 * right one in another format. What it says goes behind "which", and holds nothing of a key.
 */
final class PemFile {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final Set<String> CERTIFICATES = Set.of("CERTIFICATE", "X509 CERTIFICATE");
  private static final String KEY = "PRIVATE KEY";
  private static final String ENCRYPTED_KEY = "ENCRYPTED PRIVATE KEY";
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS", "DSA");

  private final Path path;
  private final List<Block> blocks;

  private record Block(String label, String body) {
    /** Empty where it is no base64. */
    byte[] der() {
      try {
        return Base64.getMimeDecoder().decode(body.strip().getBytes(US_ASCII));
      } catch (IllegalArgumentException e) {
        return new byte[0];
      }
    }
  }

  private PemFile(Path path, List<Block> blocks) {
    this.path = path;
    this.blocks = blocks;
  }

  /**
   * @throws IllegalArgumentException if there is none, saying what there is and what is allowed
   */
  static List<X509Certificate> certificates(Path path) {
    return read(path).certificates();
  }

  /**
   * @throws IllegalArgumentException if there is none, saying what there is and what is allowed
   */
  static PrivateKey key(Path path) {
    return read(path).key();
  }

  private static PemFile read(Path path) {
    String text;
    try {
      text = Files.readString(path, ISO_8859_1);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot be read", e);
    }
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), matcher.group(2)));
    }
    return new PemFile(path, blocks);
  }

  private List<X509Certificate> certificates() {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Block block : blocks) {
        if (CERTIFICATES.contains(block.label())) {
          certificates.add(
              (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.der())));
        }
      }
    } catch (CertificateException e) {
      throw new IllegalArgumentException("holds a CERTIFICATE that cannot be read", e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "holds " + found() + ", allowed: certificates in PEM (BEGIN CERTIFICATE)" + swapped());
    }
    return certificates;
  }

  private PrivateKey key() {
    for (Block block : blocks) {
      if (block.label().equals(KEY)) {
        return key(block.der());
      }
    }
    throw new IllegalArgumentException(
        "holds " + found() + ", allowed: a PKCS#8 key in PEM (BEGIN PRIVATE KEY)" + conversion());
  }

  private static PrivateKey key(byte[] der) {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (GeneralSecurityException e) {
        // Of another kind.
      }
    }
    throw new IllegalArgumentException(
        "holds a PRIVATE KEY that cannot be read, allowed: a PKCS#8 key of RSA, EC, EdDSA or DSA");
  }

  private String found() {
    return blocks.isEmpty()
        ? "no PEM"
        : blocks.stream().map(Block::label).distinct().collect(Collectors.joining(", "));
  }

  private boolean holdsKey() {
    return blocks.stream().anyMatch(block -> block.label().endsWith(KEY));
  }

  private String swapped() {
    return holdsKey() ? "; are cert-file and key-file swapped?" : "";
  }

  private String conversion() {
    if (!holdsKey()) {
      return blocks.stream().anyMatch(block -> CERTIFICATES.contains(block.label()))
          ? "; are cert-file and key-file swapped?"
          : "";
    }
    boolean encrypted = blocks.stream().anyMatch(block -> block.label().equals(ENCRYPTED_KEY));
    return "; convert it: openssl pkcs8 "
        + (encrypted ? "" : "-topk8 -nocrypt ")
        + "-in "
        + path
        + " -out "
        + path
        + ".pkcs8";
  }
}

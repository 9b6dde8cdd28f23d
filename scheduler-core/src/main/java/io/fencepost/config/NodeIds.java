package io.fencepost.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;

/** Node ids for those who do not choose their own. */
final class NodeIds {
  static final String AUTO = "auto";

  private static final int LONGEST_HOST = 90;
  private static final SecureRandom RANDOM = new SecureRandom();

  private NodeIds() {}

  /** The host's name, for people, and a suffix that tells processes of one host apart. */
  static String generate() {
    return of(hostName(), RANDOM.nextInt(1 << 24));
  }

  static String of(String host, int suffix) {
    String usable = host.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[._-]+", "");
    String name = usable.isEmpty() ? "node" : usable;
    return String.format(
        "%s-%06x", name.substring(0, Math.min(name.length(), LONGEST_HOST)), suffix);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "node";
    }
  }
}

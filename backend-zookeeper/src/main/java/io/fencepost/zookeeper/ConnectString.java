package io.fencepost.zookeeper;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.client.ConnectStringParser;

/** {@code fencepost.zookeeper.connect}: servers, and perhaps a chroot behind the last one. */
final class ConnectString {
  static final String ALLOWED = "\"host:port,host:port,...\", a chroot may follow the last one";

  /** An IPv6 address has brackets. The port may be missing: it is then ZooKeeper's 2181. */
  private static final Pattern SERVER =
      Pattern.compile(
          "(?:\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]*[A-Za-z._-][A-Za-z0-9._-]*|"
              + "\\d+(?:\\.\\d+){3})(?::(.*))?");

  private static final Pattern PORT = Pattern.compile("\\d{1,5}");
  private static final int MOST_PORT = 65_535;

  private ConnectString() {}

  /**
   * The text itself, if it is right.
   *
   * @throws IllegalArgumentException saying what is wrong and what is allowed
   */
  static String checked(String text) {
    if (text.contains("://")) {
      throw wrong("'" + text + "' is a URL");
    }
    int slash = text.indexOf('/');
    if (slash >= 0 && text.indexOf(',', slash) >= 0) {
      throw wrong("'" + text + "' goes on behind its chroot");
    }
    List<String> servers = servers(slash < 0 ? text : text.substring(0, slash));
    if (servers.isEmpty()) {
      throw wrong("'" + text + "' names no server");
    }
    servers.forEach(ConnectString::checkServer);
    chroot(text);
    return text;
  }

  /** The chroot of a text that is right; empty if there is none. */
  static String chroot(String text) {
    String chroot = new ConnectStringParser(text).getChrootPath();
    return chroot == null ? "" : chroot;
  }

  private static List<String> servers(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static void checkServer(String server) {
    Matcher matcher = SERVER.matcher(server);
    if (!matcher.matches()) {
      throw wrong("'" + server + "' is no host:port");
    }
    String port = matcher.group(1);
    if (port != null && !isPort(port)) {
      throw wrong("'" + server + "' has the port '" + port + "', which is not one of 1 to 65535");
    }
  }

  private static boolean isPort(String text) {
    return PORT.matcher(text).matches()
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= MOST_PORT;
  }

  private static IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(what + "; allowed: " + ALLOWED);
  }
}

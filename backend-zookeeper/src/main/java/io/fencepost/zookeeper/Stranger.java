package io.fencepost.zookeeper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.Id;

/**
 * Somebody who is no node and may change a znode.
 *
 * @param rights as bits, all that the entry of the ACL grants
 */
record Stranger(String path, Id id, int rights) {
  /** An ACL can hold thousands, and an error goes into a log. */
  private static final int MOST_SHOWN = 5;

  /** To those without ADMIN, ZooKeeper shows this in place of a digest's hash. */
  private static final String HIDDEN_HASH = ":x";

  private record Grant(Id id, int rights) {}

  /** For people: who may change which znodes, and what to do about it. */
  static String describe(List<Stranger> all) {
    Map<Grant, List<String>> znodes = new LinkedHashMap<>();
    for (Stranger one : all) {
      znodes.computeIfAbsent(new Grant(one.id, one.rights), g -> new ArrayList<>()).add(one.path);
    }
    String grants =
        znodes.entrySet().stream()
            .limit(MOST_SHOWN)
            .map(entry -> describe(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining("; "));
    return grants
        + (znodes.size() > MOST_SHOWN ? "; and " + (znodes.size() - MOST_SHOWN) + " more" : "")
        + "; fencepost.zookeeper.identity is set, so only nodes may: set the ACLs of these znodes"
        + (all.stream().anyMatch(Stranger::canBeListed)
            ? ", or list in fencepost.zookeeper.access.nodes who is a node"
            : "")
        + (all.stream().anyMatch(Stranger::isHidden)
            ? " (a hash that is shown as x is hidden from this node, which has no ADMIN right there"
                + " although nodes have all)"
            : "");
  }

  private static String describe(Grant grant, List<String> znodes) {
    String identity = grant.id.getScheme() + ":" + grant.id.getId();
    String rights = " has " + ZKUtil.getPermString(grant.rights);
    return grant.id.equals(Ids.ANYONE_ID_UNSAFE)
        ? "anybody may change " + znodes + " (" + identity + rights + ")"
        : identity + " may change " + znodes + " (it" + rights + ")";
  }

  private boolean canBeListed() {
    return Access.SCHEMES.contains(id.getScheme());
  }

  private boolean isHidden() {
    return id.getScheme().equals("digest") && id.getId().endsWith(HIDDEN_HASH);
  }
}

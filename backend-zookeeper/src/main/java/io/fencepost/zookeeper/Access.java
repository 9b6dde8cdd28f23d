package io.fencepost.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * Who may do what with the znodes. Without an identity, everybody may do everything. With one,
 * nodes may do everything, operators may read everything and make requests, readers may read, and
 * nobody else may do anything.
 *
 * @param identity this node's
 * @param nodes the identities of nodes that have other ones
 * @param operators the identities of those who may make requests
 * @param readers the identities of those who may read
 */
record Access(Optional<Identity> identity, List<Id> nodes, List<Id> operators, List<Id> readers) {
  /** What is writable for everybody although an identity is set. */
  private static final int CHANGING = Perms.WRITE | Perms.CREATE | Perms.DELETE | Perms.ADMIN;

  static final Access OPEN = new Access(Optional.empty(), List.of(), List.of(), List.of());

  Access {
    nodes = List.copyOf(nodes);
    operators = List.copyOf(operators);
    readers = List.copyOf(readers);
  }

  /** The ACL of a znode that is created at this path. */
  List<ACL> of(String path) {
    if (identity.isEmpty()) {
      return ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }
    List<ACL> acl = new ArrayList<>(ZooDefs.Ids.CREATOR_ALL_ACL);
    nodes.forEach(id -> acl.add(new ACL(Perms.ALL, id)));
    int operator = Paths.isOfRequests(path) ? Perms.READ | Perms.CREATE : Perms.READ;
    operators.forEach(id -> acl.add(new ACL(operator, id)));
    readers.forEach(id -> acl.add(new ACL(Perms.READ, id)));
    return acl;
  }

  /** Whether znodes are to be protected, so that those found have to be looked at. */
  boolean isRestricted() {
    return identity.isPresent();
  }

  /** Whether anybody at all may change a znode with this ACL. */
  static boolean isOpen(List<ACL> acl) {
    return acl.stream()
        .anyMatch(
            entry ->
                entry.getId().getScheme().equals("world") && (entry.getPerms() & CHANGING) != 0);
  }
}

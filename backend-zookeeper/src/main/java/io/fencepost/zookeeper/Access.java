package io.fencepost.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  /** The schemes of identities that can be listed. */
  static final Set<String> SCHEMES = Set.of("digest", "sasl", "x509");

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
    operators.forEach(id -> acl.add(new ACL(rightsOfOperators(path), id)));
    readers.forEach(id -> acl.add(new ACL(Perms.READ, id)));
    return acl;
  }

  /** Whether znodes are to be protected, so that those found have to be looked at. */
  boolean isRestricted() {
    return identity.isPresent();
  }

  /** What somebody who is no node may do with the znode at this path. */
  int rightsOfOthers(String path, Id id) {
    return operators.contains(id) ? rightsOfOperators(path) : Perms.READ;
  }

  private static int rightsOfOperators(String path) {
    return Paths.isOfRequests(path) ? Perms.READ | Perms.CREATE : Perms.READ;
  }
}

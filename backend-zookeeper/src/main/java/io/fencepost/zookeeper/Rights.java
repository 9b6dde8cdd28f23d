package io.fencepost.zookeeper;

import java.util.List;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A znode's ACL, with the Stat that tells which znode it was. */
record Rights(List<ACL> entries, Stat stat) {
  Rights {
    entries = List.copyOf(entries);
  }

  /** From a callback, whose arguments are null if the request failed. */
  static @Nullable Rights of(@Nullable List<ACL> acl, @Nullable Stat stat) {
    return acl == null || stat == null ? null : new Rights(acl, stat);
  }
}

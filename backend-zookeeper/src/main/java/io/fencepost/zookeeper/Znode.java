package io.fencepost.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A znode as it was created or read.
 *
 * @param path with its sequence number
 */
record Znode(String path, String text, Stat stat) {
  /** From a callback, whose stat is null if the request failed. */
  static @Nullable Znode of(String path, byte @Nullable [] bytes, @Nullable Stat stat) {
    return stat == null
        ? null
        : new Znode(path, bytes == null ? "" : new String(bytes, UTF_8), stat);
  }
}

package io.fencepost.spi;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * Who a node is.
 *
 * @param id the configured or generated node id, unique in the namespace; at most 100 characters of
 *     {@code A-Z a-z 0-9 . _ -}
 * @param process new for each process, so that a fast restart is not taken for its predecessor
 * @param host for people
 * @param pid for people
 * @param version of Fencepost, for people
 */
public record NodeInfo(String id, UUID process, String host, long pid, String version) {
  public NodeInfo {
    requireNonNull(id, "id is null");
    requireNonNull(process, "process is null");
    requireNonNull(host, "host is null");
    requireNonNull(version, "version is null");
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "node id '"
              + id
              + "' cannot be a path segment: allowed are 1 to 100 characters of A-Z, a-z, 0-9, '.', '_' and '-'");
    }
  }
}

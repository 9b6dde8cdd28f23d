package io.fencepost.spi;

import static java.util.Objects.requireNonNull;

/**
 * A job's {@code state} as the store holds it.
 *
 * @param version what a conditional write names: dataVersion (ZooKeeper), mod revision (etcd)
 * @param token the transaction that wrote it: mzxid (ZooKeeper), mod revision (etcd)
 * @param json the value
 */
public record StoredState(long version, long token, String json) {
  public StoredState {
    requireNonNull(json, "json is null");
  }
}

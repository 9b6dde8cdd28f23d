package io.fencepost.etcd;

import java.time.Duration;

/**
 * A lease with the key that says whose it is.
 *
 * @param createdAt the key's create revision
 */
record Registration(long lease, Duration ttl, String key, long createdAt) {}

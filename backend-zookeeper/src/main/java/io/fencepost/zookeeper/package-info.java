/**
 * The ZooKeeper backend: sessions are leases, ephemeral sequential znodes the line, and a
 * transaction's zxid the fence token.
 *
 * <p>Only {@link io.fencepost.zookeeper.ZooKeeperBackendProvider} is public, for {@link
 * java.util.ServiceLoader}. Curator opens and closes connections; its recipes and its retries play
 * no part, and every request goes to the one ZooKeeper session it was meant for.
 */
@NullMarked
package io.fencepost.zookeeper;

import org.jspecify.annotations.NullMarked;

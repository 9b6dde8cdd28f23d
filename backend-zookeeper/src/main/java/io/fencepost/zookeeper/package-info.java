/**
 * The ZooKeeper backend, on Curator.
 *
 * <p>Curator connects, reconnects and closes. The protocol's own requests go through the ZooKeeper
 * handle of one session: Curator replaces an expired handle by a new session, and a request made
 * for the old session must then fail, not move over. Curator's retries and recipes take no part in
 * elections: a recipe can lead on the node of a session that is over (CURATOR-620, CURATOR-696).
 */
@NullMarked
package io.fencepost.zookeeper;

import org.jspecify.annotations.NullMarked;

/**
 * TCP paths that a drill can disturb: a {@link io.fencepost.drill.network.Link} stands between one
 * process and one server, and a {@link io.fencepost.drill.network.NodeNetwork} is all that a
 * replica has. They need no rights and no tools, so they work on any machine.
 */
@NullMarked
package io.fencepost.drill.network;

import org.jspecify.annotations.NullMarked;

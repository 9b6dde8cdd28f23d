/**
 * TCP paths that a drill can disturb: a {@link io.fencepost.drill.network.Link} stands between one
 * process and one server. It needs no rights and no tools, so it works on any machine.
 */
@NullMarked
package io.fencepost.drill.network;

import org.jspecify.annotations.NullMarked;

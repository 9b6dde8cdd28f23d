/**
 * What a drill does to processes, to their paths and to their leases. A {@link
 * io.fencepost.drill.fault.Fault} says whether it can be had here, whether it took hold, and how it
 * is taken back.
 */
@NullMarked
package io.fencepost.drill.fault;

import org.jspecify.annotations.NullMarked;

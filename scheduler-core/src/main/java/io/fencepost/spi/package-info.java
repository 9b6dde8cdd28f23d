/**
 * What a coordination store must offer. A {@link io.fencepost.spi.Backend} is one node's
 * connection; the engine in {@code io.fencepost.engine} holds the protocol, so an adapter only
 * carries single conditional writes, reads and hints, and says honestly when it does not know
 * ({@code Unknown}).
 *
 * <p>Every method returns at once. Every stage completes normally, on any thread, with an outcome;
 * it completes exceptionally only for programming errors. Each call has a deadline of the adapter's
 * own, after which it answers {@code Unknown}.
 */
@NullMarked
package io.fencepost.spi;

import org.jspecify.annotations.NullMarked;

/**
 * {@code ./fencepost demo}: three replicas of the service on servers of its own, a holder killed, a
 * holder paused past its session, and an audit of what they left behind.
 */
@NullMarked
package io.fencepost.sample.demo;

import org.jspecify.annotations.NullMarked;

/**
 * A settlement service, to be read in ten minutes: {@link io.fencepost.sample.SettlementJob} is the
 * job, {@link io.fencepost.sample.SettlementModule} binds it, {@link
 * io.fencepost.sample.SettlementService} is the main class of each replica.
 */
@NullMarked
package io.fencepost.sample;

import org.jspecify.annotations.NullMarked;

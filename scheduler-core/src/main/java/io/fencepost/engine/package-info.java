/**
 * The engine: one thread that decides and does no I/O. Each job (or shard) is a small state
 * machine. Events come in (a reply of the backend, a timer, a run that ended, a stop); calls to
 * ports go out. Everything here but {@link io.fencepost.engine.RunContextImpl} and the handler pool
 * is confined to the engine thread.
 *
 * <p>How an occurrence passes through: {@link io.fencepost.engine.JobMachine} stands in line and
 * takes office, {@link io.fencepost.engine.Term} asks {@link io.fencepost.engine.Planner} what is
 * due and claims it through {@link io.fencepost.engine.LedgerWriter}, {@link
 * io.fencepost.engine.RunExecutor} seals the sinks and calls the handler, and the term records the
 * end. {@link io.fencepost.engine.Membership} holds the lease that all of it rests on.
 */
@NullMarked
package io.fencepost.engine;

import org.jspecify.annotations.NullMarked;

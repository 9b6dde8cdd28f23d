/**
 * The scheduler for applications that use Guice: install {@link
 * io.fencepost.guice.SchedulerModule}, declare jobs with a {@link io.fencepost.guice.JobBinder} and
 * sinks, listeners and backends with a {@link io.fencepost.guice.SchedulerBinder}, in as many
 * modules as you like. All bindings are explicit; nothing is started by the injector. {@link
 * io.fencepost.guice.StartFailure} says why an application did not start.
 */
@NullMarked
package io.fencepost.guice;

import org.jspecify.annotations.NullMarked;

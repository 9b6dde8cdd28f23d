/**
 * The {@code fencepost { ... }} tree of HOCON: read once, checked whole, all errors reported
 * together.
 *
 * <p>Code, annotations and config are layers of that one tree. {@link
 * io.fencepost.config.ConfiguredSchedulerBuilder} lays them over each other and builds a scheduler;
 * {@link io.fencepost.config.SchedulerConfig} is the tree for those who need only that. Backends
 * read their own part with a {@link io.fencepost.config.Section}.
 */
@NullMarked
package io.fencepost.config;

import org.jspecify.annotations.NullMarked;

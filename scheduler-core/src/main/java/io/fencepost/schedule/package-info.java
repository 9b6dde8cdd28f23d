/**
 * Which instants are due: schedules, their zones, and the mapping from local times to instants.
 * Pure: nothing here reads a clock, so that all nodes agree.
 *
 * <p>The three schedules are values that a job is defined with; they refuse what can never fire. A
 * {@link io.fencepost.schedule.Timetable} is what the engine asks.
 */
@NullMarked
package io.fencepost.schedule;

import org.jspecify.annotations.NullMarked;

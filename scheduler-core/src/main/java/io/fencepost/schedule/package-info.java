/**
 * Which instants are due: schedules, their zones, and the mapping from local times to instants.
 * Pure.
 */
@NullMarked
package io.fencepost.schedule;

import org.jspecify.annotations.NullMarked;

/** The project's own drills: what is done to which replica, when, and what has to be seen. */
@NullMarked
package io.fencepost.drill.scenario;

import org.jspecify.annotations.NullMarked;

/** The ports of time. Only this package reads the system's clocks. */
@NullMarked
package io.fencepost.time;

import org.jspecify.annotations.NullMarked;

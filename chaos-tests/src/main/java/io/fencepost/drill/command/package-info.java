/** The command line of the drills: {@code ./fencepost drill} and {@code ./fencepost judge}. */
@NullMarked
package io.fencepost.drill.command;

import org.jspecify.annotations.NullMarked;

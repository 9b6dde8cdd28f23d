/**
 * Drills: real processes, a fault, and a verdict on what they left behind. The packages are the
 * procedure: {@code cluster} starts the processes, {@code workload} is what they do, {@code fault}
 * is what is done to them, {@code history} is what is recorded, {@code check} judges it and {@code
 * report} says so; {@code scenario} holds the project's own drills. {@link
 * io.fencepost.drill.Drill} ties them together.
 *
 * <p>A drill proves something only if its fault took hold and if the suite is able to fail: each
 * defence has a control that switches it off ({@link io.fencepost.drill.workload.Defence}) and
 * names the rules that must then be broken.
 */
@NullMarked
package io.fencepost.drill;

import org.jspecify.annotations.NullMarked;

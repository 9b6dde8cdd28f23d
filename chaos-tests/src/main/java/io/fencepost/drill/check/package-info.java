/**
 * Judges a drill. Pure: ({@link io.fencepost.drill.history.History}, {@link
 * io.fencepost.drill.history.GroundTruth}, {@link io.fencepost.drill.check.DrillFacts}) to {@link
 * io.fencepost.drill.check.Verdict}, so that a saved drill can be judged again. Each rule is a
 * class of its own, and each has good and bad histories among the tests.
 */
@NullMarked
package io.fencepost.drill.check;

import org.jspecify.annotations.NullMarked;

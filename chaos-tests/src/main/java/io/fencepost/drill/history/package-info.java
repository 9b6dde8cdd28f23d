/**
 * What a drill leaves behind, on disk and in memory. A {@link io.fencepost.drill.history.History}
 * is what the processes say: each writes a file of its own, one JSON object a line, and each line
 * is out of the process before the next thing happens, so that it survives SIGKILL. A {@link
 * io.fencepost.drill.history.GroundTruth} is what the sink and the backend hold, read by the drill
 * itself. The checker compares the two; both can be saved and judged again.
 */
@NullMarked
package io.fencepost.drill.history;

import org.jspecify.annotations.NullMarked;

/**
 * What an application uses: declare a {@link io.fencepost.Job}, build a {@link
 * io.fencepost.Scheduler}, and write results through a {@link io.fencepost.FencedSink}.
 *
 * <p>An occurrence (job and scheduled instant) ends with at most one committed result if its
 * handler writes through a fenced sink. It is <em>not</em> promised that a handler is started only
 * once: an occurrence whose holder vanished is run again, with a higher {@link
 * io.fencepost.FenceToken}, and the sink keeps one result.
 */
@NullMarked
package io.fencepost;

import org.jspecify.annotations.NullMarked;

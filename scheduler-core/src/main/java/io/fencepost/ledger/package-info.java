/**
 * What the backend remembers of a job: the head ({@link io.fencepost.ledger.JobState}), the
 * definition and the run records, with their JSON. Values only; the engine decides, the backend
 * stores.
 */
@NullMarked
package io.fencepost.ledger;

import org.jspecify.annotations.NullMarked;

/**
 * For unit tests of jobs, and of Fencepost itself: a backend in memory, and time that moves only
 * when told to. Everything is deterministic; nothing here is for production.
 */
@NullMarked
package io.fencepost.testing;

import org.jspecify.annotations.NullMarked;

/**
 * For unit tests of jobs, and of Fencepost itself: a backend in memory, time that moves only when
 * told to, and a way to put something between the engine and a backend. Everything is
 * deterministic; nothing here is for production.
 */
@NullMarked
package io.fencepost.testing;

import org.jspecify.annotations.NullMarked;

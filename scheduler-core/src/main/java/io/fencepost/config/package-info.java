/**
 * The {@code fencepost { ... }} tree of HOCON: read once, checked whole, all errors reported
 * together.
 */
@NullMarked
package io.fencepost.config;

import org.jspecify.annotations.NullMarked;

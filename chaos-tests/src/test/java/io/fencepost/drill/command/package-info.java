@NullMarked
package io.fencepost.drill.command;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.fencepost.drill.history;

import org.jspecify.annotations.NullMarked;

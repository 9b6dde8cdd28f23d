@NullMarked
package io.fencepost.drill.check;

import org.jspecify.annotations.NullMarked;

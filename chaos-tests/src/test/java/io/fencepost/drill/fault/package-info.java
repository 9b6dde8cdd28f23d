@NullMarked
package io.fencepost.drill.fault;

import org.jspecify.annotations.NullMarked;

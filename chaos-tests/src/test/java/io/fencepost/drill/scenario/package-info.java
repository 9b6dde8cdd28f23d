@NullMarked
package io.fencepost.drill.scenario;

import org.jspecify.annotations.NullMarked;

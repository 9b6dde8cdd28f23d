@NullMarked
package io.fencepost.drill.cluster;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.fencepost.drill.network;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.fencepost.drill.report;

import org.jspecify.annotations.NullMarked;

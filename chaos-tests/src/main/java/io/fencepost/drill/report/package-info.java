/** What a drill leaves for people: a saved record that can be judged again, and a summary. */
@NullMarked
package io.fencepost.drill.report;

import org.jspecify.annotations.NullMarked;

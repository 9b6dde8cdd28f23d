/**
 * What a scheduler tells its listeners. Events are facts about this node, in the order in which its
 * engine saw them.
 */
@NullMarked
package io.fencepost.event;

import org.jspecify.annotations.NullMarked;

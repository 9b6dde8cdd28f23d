package io.fencepost.event;

/**
 * Is told what happens. Called on one thread of its own, in order, after the fact; a listener that
 * throws is logged and goes on being called, and disturbs neither runs nor other listeners. Events
 * may be lost when the process dies.
 */
@FunctionalInterface
public interface SchedulerListener {
  void on(SchedulerEvent event);
}

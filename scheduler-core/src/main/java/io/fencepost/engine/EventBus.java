package io.fencepost.engine;

import io.fencepost.event.SchedulerEvent;
import io.fencepost.event.SchedulerListener;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners of events, in order, on a thread of theirs; none can disturb the engine or
 * another listener.
 */
final class EventBus implements Consumer<SchedulerEvent> {
  private static final Logger LOG = LoggerFactory.getLogger(EventBus.class);

  private final List<SchedulerListener> listeners;
  private final Executor thread;

  EventBus(List<SchedulerListener> listeners, Executor thread) {
    this.listeners = List.copyOf(listeners);
    this.thread = thread;
  }

  @Override
  public void accept(SchedulerEvent event) {
    try {
      thread.execute(() -> listeners.forEach(listener -> tell(listener, event)));
    } catch (RejectedExecutionException closed) {
      LOG.debug("The scheduler has stopped; listeners are not told of {}", event);
    }
  }

  private static void tell(SchedulerListener listener, SchedulerEvent event) {
    try {
      listener.on(event);
    } catch (RuntimeException e) {
      LOG.warn("Listener {} failed on {}", listener, event, e);
    }
  }
}

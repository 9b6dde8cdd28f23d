package io.fencepost.engine;

import io.fencepost.FencepostException;
import io.fencepost.Scheduler;
import io.fencepost.spi.Backend;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lifecycle around an engine: NEW, STARTING, STARTED, STOPPED. A start that fails goes back to
 * NEW; otherwise each is entered once.
 */
final class EngineScheduler implements Scheduler {
  private static final Logger LOG = LoggerFactory.getLogger(EngineScheduler.class);

  private enum Phase {
    NEW,
    STARTING,
    STARTED,
    STOPPED
  }

  private final Engine engine;
  private final Backend backend;
  private final StartCheck check;
  private final List<AutoCloseable> resources;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.NEW);

  /**
   * @param resources closed in this order after the engine has stopped
   */
  EngineScheduler(Engine engine, Backend backend, StartCheck check, List<AutoCloseable> resources) {
    this.engine = engine;
    this.backend = backend;
    this.check = check;
    this.resources = List.copyOf(resources);
  }

  @Override
  public void start() {
    if (!phase.compareAndSet(Phase.NEW, Phase.STARTING)) {
      throw new IllegalStateException("the scheduler was started before, and is " + phase.get());
    }
    try {
      check.run();
    } catch (RuntimeException | Error e) {
      phase.compareAndSet(Phase.STARTING, Phase.NEW);
      throw e;
    }
    if (!phase.compareAndSet(Phase.STARTING, Phase.STARTED)) {
      throw new IllegalStateException("the scheduler was closed while it started");
    }
    LOG.info("{} on {}: started, and runs until close()", check.what(), backend.describe());
    engine.start();
  }

  @Override
  public void close() {
    Phase before = phase.getAndSet(Phase.STOPPED);
    if (before == Phase.STOPPED) {
      return;
    }
    try {
      if (before == Phase.STARTED) {
        engine.stop().toCompletableFuture().get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new FencepostException("the scheduler could not be stopped in order", e.getCause());
    } finally {
      backend.close();
      resources.forEach(EngineScheduler::close);
    }
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      LOG.warn("A part of the scheduler could not be closed.", e);
    }
  }
}

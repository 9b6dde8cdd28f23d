package io.fencepost.engine;

import io.fencepost.FencedSink;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.Scheduler;
import io.fencepost.SchedulerSettings;
import io.fencepost.event.SchedulerListener;
import io.fencepost.spi.Backend;
import io.fencepost.spi.NodeInfo;
import io.fencepost.time.SystemTimers;
import io.fencepost.time.Ticker;
import io.fencepost.time.Timers;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts an engine together with its threads: {@code fencepost-engine-0} decides, {@code
 * fencepost-timer-0} wakes it, {@code fencepost-worker-n} run handlers, {@code
 * fencepost-listener-0} tells listeners. Public only for {@link io.fencepost.SchedulerBuilder}.
 */
public final class SchedulerAssembly {
  private SchedulerAssembly() {}

  /** A job as an application declared it. */
  public record DeclaredJob(JobDefinition definition, Job handler) {}

  /**
   * The time a scheduler lives by.
   *
   * @param timers empty for a thread of its own
   */
  public record Time(Clock clock, Ticker ticker, Optional<Timers> timers) {}

  public static Scheduler assemble(
      SchedulerSettings settings,
      Backend backend,
      List<DeclaredJob> jobs,
      List<FencedSink> sinks,
      List<SchedulerListener> listeners,
      Time time) {
    ExecutorService engineThread = Executors.newSingleThreadExecutor(threads("engine", false));
    ExecutorService workers = Executors.newCachedThreadPool(threads("worker", true));
    ExecutorService listenerThread = Executors.newSingleThreadExecutor(threads("listener", true));
    List<AutoCloseable> resources = new ArrayList<>();
    Timers timers =
        time.timers()
            .orElseGet(
                () -> {
                  SystemTimers own = new SystemTimers(threads("timer", true));
                  resources.add(own);
                  return own;
                });
    resources.add(engineThread::shutdown);
    resources.add(workers::shutdownNow);
    resources.add(listenerThread::shutdown);
    List<SchedulerListener> all = new ArrayList<>();
    all.add(new EventLog(settings.nodeId()));
    all.addAll(listeners);
    Engine.World world =
        new Engine.World(
            time.clock(),
            time.ticker(),
            timers,
            engineThread,
            workers,
            new SecureRandom(),
            new EventBus(all, listenerThread));
    List<RegisteredJob> registered = register(jobs, sinks);
    return new EngineScheduler(
        new Engine(settings, node(settings), backend, registered, world),
        backend,
        new StartCheck(settings, registered),
        resources);
  }

  private static List<RegisteredJob> register(List<DeclaredJob> jobs, List<FencedSink> sinks) {
    return jobs.stream()
        .map(
            job ->
                new RegisteredJob(
                    job.definition(),
                    job.handler(),
                    sinks.stream()
                        .filter(
                            sink ->
                                job.definition()
                                    .sinks()
                                    .map(names -> names.contains(sink.name()))
                                    .orElse(true))
                        .toList()))
        .toList();
  }

  private static NodeInfo node(SchedulerSettings settings) {
    String version =
        Optional.ofNullable(SchedulerAssembly.class.getPackage().getImplementationVersion())
            .orElse("development");
    return new NodeInfo(
        settings.nodeId(), UUID.randomUUID(), hostName(), ProcessHandle.current().pid(), version);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /**
   * @param daemon whether the JVM may end while it lives. The engine's must not be one: an
   *     application that was started would end at once, without a word.
   */
  private static ThreadFactory threads(String role, boolean daemon) {
    AtomicInteger next = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "fencepost-" + role + "-" + next.getAndIncrement());
      thread.setDaemon(daemon);
      return thread;
    };
  }
}

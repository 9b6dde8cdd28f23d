package io.fencepost.engine;

import io.fencepost.JobKey;
import io.fencepost.SchedulerSettings;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.spi.Backend;
import io.fencepost.spi.NodeInfo;
import io.fencepost.time.Ticker;
import io.fencepost.time.Timers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node: its membership and the state machines of its jobs, on one thread. {@link #start} and
 * {@link #stop} may be called from any thread.
 */
final class Engine implements EnginePorts, Membership.Dependents {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final Duration LAST_WRITES = Duration.ofSeconds(5);

  /** The engine's surroundings. */
  record World(
      Clock clock,
      Ticker ticker,
      Timers timers,
      Executor engineThread,
      Executor workers,
      RandomGenerator random,
      Consumer<SchedulerEvent> events) {}

  private final SchedulerSettings settings;
  private final World world;
  private final ComparedClock clock;
  private final Membership membership;
  private final Workers workers;
  private final Map<JobKey, JobMachine> machines = new TreeMap<>();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private boolean stopping;

  Engine(
      SchedulerSettings settings,
      NodeInfo node,
      Backend backend,
      List<RegisteredJob> jobs,
      World world) {
    this.settings = settings;
    this.world = world;
    this.clock =
        new ComparedClock(world.clock(), world.ticker(), settings.maxClockSkew(), settings.lease());
    this.membership = new Membership(settings, node, backend, this, this, clock);
    this.workers = new Workers(settings.workers(), new RunExecutor(world.workers()));
    for (RegisteredJob job : jobs) {
      for (int shard = 0; shard < job.definition().shards(); shard++) {
        JobKey key = new JobKey(job.definition().name(), shard);
        JobConfig config = new JobConfig(key, job.definition(), settings, node, world.ticker());
        machines.put(
            key,
            new JobMachine(
                config,
                new JobPort(config, job, backend, membership, workers, this, this::settled)));
      }
    }
    workers.onFree(key -> post(() -> machine(key).ifPresent(JobMachine::wake)));
  }

  void start() {
    post(membership::enrol);
  }

  /** Ends all terms in order; completes when the last one is over. */
  CompletionStage<Void> stop() {
    post(
        () -> {
          if (stopping) {
            return;
          }
          stopping = true;
          machines.values().forEach(JobMachine::stop);
          after(settings.drain(), this::drainExpired);
          settled();
        });
    return stopped;
  }

  private void drainExpired() {
    machines.values().forEach(JobMachine::drainExpired);
    after(
        settings.stopGrace(),
        () -> {
          machines.values().forEach(JobMachine::graceExpired);
          after(LAST_WRITES, this::halt);
        });
  }

  private void settled() {
    if (stopping
        && !stopped.isDone()
        && machines.values().stream().allMatch(JobMachine::isSettled)) {
      halt();
    }
  }

  private void halt() {
    if (!stopped.isDone()) {
      membership.stop();
      stopped.complete(null);
    }
  }

  private Optional<JobMachine> machine(JobKey key) {
    return Optional.ofNullable(machines.get(key));
  }

  // Membership ---------------------------------------------------------------------------------

  @Override
  public void opened(LeaseDeadline deadline) {
    machines.values().forEach(m -> m.sessionOpened(deadline));
  }

  @Override
  public void lost(String why) {
    machines.values().forEach(m -> m.sessionLost(why));
  }

  @Override
  public void bar(Optional<String> why) {
    machines.values().forEach(m -> m.bar(why));
  }

  @Override
  public void wallClockWasSet() {
    machines.values().forEach(JobMachine::wake);
  }

  @Override
  public void queueChanged(JobKey job) {
    machine(job).ifPresent(JobMachine::queueMayHaveChanged);
  }

  @Override
  public void reconnected() {
    machines.values().forEach(JobMachine::queueMayHaveChanged);
  }

  // Ports --------------------------------------------------------------------------------------

  @Override
  public void post(Runnable task) {
    try {
      world.engineThread().execute(() -> handle(task));
    } catch (RejectedExecutionException e) {
      LOG.debug("The engine has stopped; an event is dropped.");
    }
  }

  private void handle(Runnable task) {
    try {
      membership.check();
      task.run();
    } catch (RuntimeException | Error e) {
      // A broken invariant: start over from what the backend knows rather than go on from an
      // unknown state.
      LOG.error("The engine met a defect and starts over with a new session.", e);
      membership.startOver("internal error: " + e);
    }
  }

  @Override
  public Timers.Handle after(Duration delay, Runnable task) {
    return world.timers().after(delay, () -> post(task));
  }

  @Override
  public Ticker ticker() {
    return world.ticker();
  }

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public double random() {
    return world.random().nextDouble();
  }

  @Override
  public String nonce() {
    return HexFormat.of().toHexDigits(world.random().nextLong());
  }

  @Override
  public void emit(SchedulerEvent event) {
    world.events().accept(event);
  }
}

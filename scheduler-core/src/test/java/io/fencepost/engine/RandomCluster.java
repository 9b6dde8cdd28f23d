package io.fencepost.engine;

import static io.fencepost.engine.TestCluster.START;

import io.fencepost.FenceToken;
import io.fencepost.FencedSink;
import io.fencepost.HolderLossPolicy;
import io.fencepost.JobDefinition;
import io.fencepost.JobKey;
import io.fencepost.MisfirePolicy;
import io.fencepost.OverlapPolicy;
import io.fencepost.RetryPolicy;
import io.fencepost.RunContext;
import io.fencepost.SchedulerSettings;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.testing.MemoryBackend.WriteFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Three nodes with one job of one or two shards, and everything that can happen to them: by one
 * seed, so that it happens again.
 */
final class RandomCluster {
  static final Duration PERIOD = Duration.ofSeconds(3);
  static final Duration TROUBLE = Duration.ofSeconds(90);
  static final Duration QUIET = Duration.ofSeconds(75);
  private static final List<String> IDS = List.of("n1", "n2", "n3");

  final TestCluster cluster = new TestCluster();
  final Sink sink = new Sink();
  final Map<String, List<SchedulerEvent>> eventsOfProcesses = new LinkedHashMap<>();
  final List<String> complaints = new ArrayList<>();
  final JobDefinition definition;

  private final Random random;
  private final Set<TestCluster.Node> dead = new HashSet<>();
  private final int workers;
  private boolean healed;
  private int depth;

  RandomCluster(long seed) {
    random = new Random(seed);
    workers = 1 + random.nextInt(2);
    definition = definition();
    if (random.nextInt(3) > 0) {
      Random delays = new Random(seed);
      cluster.network = backend -> new SlowNetwork(backend, cluster.time, delays, () -> healed);
    }
  }

  private JobDefinition definition() {
    JobDefinition.Builder job =
        JobDefinition.builder(
                "job",
                random.nextInt(4) == 0 ? new FixedDelay(PERIOD) : new FixedRate(START, PERIOD))
            .misfireAfter(Duration.ofSeconds(random.nextInt(10)))
            .misfire(
                switch (random.nextInt(3)) {
                  case 0 -> MisfirePolicy.SKIP;
                  case 1 -> MisfirePolicy.FIRE_ONCE;
                  default -> MisfirePolicy.fireAll(3, Duration.ofSeconds(30));
                })
            .overlap(random.nextBoolean() ? OverlapPolicy.SKIP : OverlapPolicy.QUEUE)
            .onHolderLoss(
                random.nextInt(3) == 0 ? HolderLossPolicy.ABANDON : HolderLossPolicy.RETRY)
            .maxHolderLosses(1 + random.nextInt(4))
            .retry(
                new RetryPolicy(
                    1 + random.nextInt(3), Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 0))
            .shards(1 + random.nextInt(2))
            .keepRuns(10_000);
    if (random.nextBoolean()) {
      job.timeout(Duration.ofSeconds(2));
    }
    return job.build();
  }

  /** Remembers every accepted write, as a table with a guard and unique keys does. */
  static final class Sink implements FencedSink {
    record Accepted(JobKey job, String key, FenceToken fence) {}

    final List<Accepted> accepted = new ArrayList<>();
    final Map<String, FenceToken> results = new LinkedHashMap<>();
    private final Map<JobKey, FenceToken> marks = new HashMap<>();
    private boolean down;

    @Override
    public String name() {
      return "memory";
    }

    @Override
    public void seal(RunContext run) {
      if (down) {
        throw new IllegalStateException("the sink is down");
      }
      FenceToken mark = marks.getOrDefault(run.job(), run.fence());
      if (run.fence().compareTo(mark) < 0) {
        throw new StaleFenceException(name(), run.occurrence(), run.fence(), mark);
      }
      marks.put(run.job(), run.fence());
    }

    @Override
    public StoredResult find(RunContext run) {
      seal(run);
      return new StoredResult(results.containsKey(run.key()), 0);
    }

    void once(RunContext run) {
      seal(run);
      accepted.add(new Accepted(run.job(), run.key(), run.fence()));
      results.putIfAbsent(run.key(), run.fence());
    }
  }

  // Life ---------------------------------------------------------------------------------------

  void live() {
    IDS.forEach(this::start);
    for (long at = 0; at < TROUBLE.toMillis(); at += 200 + random.nextInt(4000)) {
      cluster.time.after(Duration.ofMillis(at), this::fault);
    }
    cluster.advance(TROUBLE);
    heal();
    cluster.advance(QUIET);
  }

  private void start(String id) {
    TestCluster.Node[] self = new TestCluster.Node[1];
    TestCluster.Node node =
        cluster
        .new Node(
            id,
            Duration.ZERO,
            definition,
            run -> handle(self[0], run),
            List.of(sink),
            this::settings);
    self[0] = node;
    eventsOfProcesses.put(id + "/" + eventsOfProcesses.size(), node.events);
    cluster.nodes.put(id, node);
    node.engine.start();
  }

  private SchedulerSettings.Builder settings(SchedulerSettings.Builder settings) {
    return settings
        .lease(Duration.ofSeconds(3))
        .workers(workers)
        .drain(Duration.ofSeconds(2))
        .stopGrace(Duration.ofSeconds(2))
        .resignAfter(Duration.ofSeconds(3))
        .resignCooldown(Duration.ofSeconds(4))
        .relist(Duration.ofSeconds(5));
  }

  private void heal() {
    healed = true;
    sink.down = false;
    for (String id : IDS) {
      TestCluster.Node node = cluster.nodes.get(id);
      if (node == null) {
        start(id);
      } else {
        node.clockAhead = Duration.ZERO;
        node.paused = false;
        node.holdWorkers = false;
        node.outOfThreads = false;
        node.backend.failReads(false);
        node.backend.cut(false);
      }
    }
  }

  // Faults -------------------------------------------------------------------------------------

  private Duration upTo(int seconds) {
    return Duration.ofMillis(100 + random.nextInt(seconds * 1000));
  }

  private void later(int seconds, Runnable task) {
    cluster.time.after(upTo(seconds), task);
  }

  private void fault() {
    String id = IDS.get(random.nextInt(IDS.size()));
    TestCluster.Node node = cluster.nodes.get(id);
    if (healed || node == null) {
      return;
    }
    switch (random.nextInt(12)) {
      case 0, 1 -> {
        node.backend.cut(true);
        later(8, () -> node.backend.cut(dead.contains(node)));
      }
      case 2, 3 -> {
        node.paused = true;
        later(8, () -> node.paused = dead.contains(node));
      }
      case 4 -> {
        dead.add(node);
        cluster.kill(node);
        later(6, () -> restart(id));
      }
      case 5, 6 -> {
        WriteFault[] all = WriteFault.values();
        for (int i = random.nextInt(4); i >= 0; i--) {
          node.backend.failNextWrites(all[random.nextInt(all.length)]);
        }
      }
      case 7 -> cluster.store.revoke(id);
      case 8 -> {
        int seconds = random.nextBoolean() ? 20 : 3600;
        node.clockAhead = Duration.ofSeconds(random.nextInt(2 * seconds) - seconds);
        later(8, () -> node.clockAhead = Duration.ZERO);
      }
      case 9 -> stop(id, node);
      case 10 -> {
        node.holdWorkers = true;
        later(8, () -> node.holdWorkers = false);
      }
      default -> {
        switch (random.nextInt(3)) {
          case 0 -> {
            sink.down = true;
            later(8, () -> sink.down = false);
          }
          case 1 -> {
            node.backend.failReads(true);
            later(6, () -> node.backend.failReads(false));
          }
          default -> {
            node.outOfThreads = true;
            later(6, () -> node.outOfThreads = false);
          }
        }
      }
    }
  }

  private void restart(String id) {
    if (!cluster.nodes.containsKey(id)) {
      start(id);
    }
  }

  private void stop(String id, TestCluster.Node node) {
    CompletionStage<Void> stopped = node.engine.stop();
    Runnable exit =
        () -> {
          if (dead.add(node)) {
            node.backend.close();
            node.paused = true;
            cluster.nodes.remove(id, node);
            later(6, () -> restart(id));
          }
        };
    stopped.thenRun(() -> cluster.time.after(Duration.ZERO, exit));
    cluster.time.after(
        Duration.ofSeconds(25),
        () -> {
          if (!dead.contains(node) && !stopped.toCompletableFuture().isDone()) {
            complaints.add(id + " did not stop");
          }
        });
  }

  // The handler --------------------------------------------------------------------------------

  private void handle(TestCluster.Node self, RunContext run) throws Exception {
    int mood = healed ? 0 : random.nextInt(8);
    if (mood == 1) {
      throw new IllegalStateException("failed at once");
    }
    if (mood == 2 || mood == 3) {
      dawdle(self);
    }
    if (mood == 3) {
      run.checkHeld();
    }
    sink.once(run);
    if (mood == 4 || mood == 5) {
      dawdle(self);
    }
    if (mood == 5 || mood == 6) {
      throw new IllegalStateException("failed after the commit");
    }
  }

  /** The thread takes its time while the world goes on; it stands while its process does. */
  private void dawdle(TestCluster.Node self) {
    if (depth >= 3) {
      return;
    }
    depth++;
    Thread.interrupted();
    cluster.advance(upTo(7));
    while (self.paused && !dead.contains(self)) {
      cluster.advance(Duration.ofMillis(100));
    }
    depth--;
    if (dead.contains(self)) {
      throw new IllegalStateException("the process is gone");
    }
  }

  Instant now() {
    return cluster.time.now();
  }
}

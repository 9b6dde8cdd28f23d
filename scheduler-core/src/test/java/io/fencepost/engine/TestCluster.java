package io.fencepost.engine;

import io.fencepost.FencedSink;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.JobKey;
import io.fencepost.SchedulerSettings;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;
import io.fencepost.spi.Backend;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.ReadOutcome;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.RunsOutcome;
import io.fencepost.testing.ManualTime;
import io.fencepost.testing.MemoryBackend;
import io.fencepost.testing.MemoryStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Engines on one in-memory store and one manual time. Each engine's mailbox and workers run only
 * when told to.
 */
final class TestCluster {
  static final Instant START = Instant.parse("2026-08-16T00:00:00Z");

  final ManualTime time = new ManualTime(START);
  final MemoryStore store = new MemoryStore(time, Duration.ofMillis(500));
  final Map<String, Node> nodes = new LinkedHashMap<>();

  /** What lies between a node and the store. */
  UnaryOperator<Backend> network = backend -> backend;

  private int processes;

  final class Node {
    final String id;
    final MemoryBackend backend = new MemoryBackend(store);
    final List<SchedulerEvent> events = new ArrayList<>();
    final Queue<Runnable> mailbox = new ArrayDeque<>();

    /** Runs that were started and whose thread has not gone on. */
    final Queue<Runnable> workers = new ArrayDeque<>();

    /** While paused, the process executes nothing. */
    boolean paused;

    /** While held, runs that were started stay where they are. */
    boolean holdWorkers;

    /** The system has no thread left for a worker. */
    boolean outOfThreads;

    /** How far this node's wall clock is ahead. */
    Duration clockAhead;

    final Engine engine;

    Node(
        String id,
        Duration clockAhead,
        JobDefinition definition,
        Job handler,
        List<FencedSink> sinks,
        UnaryOperator<SchedulerSettings.Builder> settings) {
      this.id = id;
      this.clockAhead = clockAhead;
      engine =
          new Engine(
              settings
                  .apply(
                      SchedulerSettings.builder("test", id).lease(Duration.ofSeconds(6)).workers(2))
                  .build(),
              new NodeInfo(id, new UUID(7, ++processes), "host", processes, "test"),
              network.apply(backend),
              List.of(new RegisteredJob(definition, handler, sinks)),
              new Engine.World(
                  new NodeClock(this),
                  time,
                  time,
                  mailbox::add,
                  this::startWorker,
                  new Random(processes),
                  events::add));
    }

    private void startWorker(Runnable task) {
      if (outOfThreads) {
        throw new InternalError("unable to create native thread");
      }
      workers.add(task);
    }

    boolean step() {
      if (paused) {
        return false;
      }
      Runnable task = mailbox.poll();
      if (task == null && !holdWorkers) {
        task = workers.poll();
      }
      if (task == null) {
        return false;
      }
      task.run();
      return true;
    }

    <T extends SchedulerEvent> List<T> seen(Class<T> type) {
      return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  /** A wall clock that can be set on one node alone. */
  private final class NodeClock extends Clock {
    private final Node node;

    NodeClock(Node node) {
      this.node = node;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("one zone is enough here");
    }

    @Override
    public Instant instant() {
      return time.now().plus(node.clockAhead);
    }
  }

  Node start(String id, JobDefinition definition, Job handler) {
    return start(id, Duration.ZERO, definition, handler, List.of(), s -> s);
  }

  Node start(
      String id,
      Duration clockAhead,
      JobDefinition definition,
      Job handler,
      List<FencedSink> sinks,
      UnaryOperator<SchedulerSettings.Builder> settings) {
    Node node = new Node(id, clockAhead, definition, handler, sinks, settings);
    start(node);
    return node;
  }

  void start(Node node) {
    nodes.put(node.id, node);
    node.engine.start();
    settle();
  }

  /** Runs everything that can run at this instant. */
  void settle() {
    boolean progress = true;
    while (progress) {
      store.expire();
      progress = false;
      for (Node node : List.copyOf(nodes.values())) {
        while (node.step()) {
          progress = true;
        }
      }
    }
  }

  void advance(Duration duration) {
    time.advance(duration, this::settle);
  }

  /** The process is gone; its session goes by expiry. */
  void kill(Node node) {
    node.paused = true;
    node.backend.cut(true);
    nodes.remove(node.id);
  }

  List<Node> leaders() {
    return nodes.values().stream()
        .filter(n -> !n.seen(SchedulerEvent.TermStarted.class).isEmpty())
        .filter(
            n ->
                n.seen(SchedulerEvent.TermStarted.class).size()
                    > n.seen(SchedulerEvent.TermEnded.class).size())
        .toList();
  }

  JobState state(JobKey job) {
    ReadOutcome.Read read =
        (ReadOutcome.Read) new MemoryBackend(store).read(job).toCompletableFuture().join();
    return LedgerJson.readState(read.state().orElseThrow().json());
  }

  /** The run records, as {@code OUTCOME minute attempt}. */
  List<String> ledger(JobKey job) {
    List<String> lines = new ArrayList<>();
    for (RunRecord run : records(job)) {
      String minutes =
          Duration.between(START, run.from()).toSeconds()
              + (run.count() == 1 ? "" : "-" + Duration.between(START, run.to()).toSeconds());
      lines.add(run.outcome() + " " + minutes + (run.attempt() == 0 ? "" : " #" + run.attempt()));
    }
    return lines;
  }

  List<RunRecord> records(JobKey job) {
    RunsOutcome.Listed listed =
        (RunsOutcome.Listed) new MemoryBackend(store).runs(job).toCompletableFuture().join();
    return listed.runs().stream().map(RunEntry::json).map(LedgerJson::readRun).toList();
  }
}

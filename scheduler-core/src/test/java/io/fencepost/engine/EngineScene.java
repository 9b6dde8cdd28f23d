package io.fencepost.engine;

import static io.fencepost.engine.TestCluster.START;

import io.fencepost.FenceToken;
import io.fencepost.FencedSink;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.JobKey;
import io.fencepost.RunContext;
import io.fencepost.StaleFenceException;
import io.fencepost.StoredResult;
import io.fencepost.schedule.FixedRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Whole engines on a store in memory, one job due every ten seconds, and a sink. */
abstract class EngineScene {
  static final JobKey JOB = JobKey.of("job");
  static final Duration TICK = Duration.ofSeconds(10);

  final TestCluster cluster = new TestCluster();
  final List<RunContext> runs = new ArrayList<>();
  final Job handler = runs::add;
  final MemorySink sink = new MemorySink();

  static JobDefinition.Builder everyTenSeconds() {
    return JobDefinition.builder("job", new FixedRate(START, TICK))
        .misfireAfter(Duration.ofSeconds(60));
  }

  static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  TestCluster.Node startWithSink(String id, JobDefinition definition, Job job) {
    return cluster.start(id, Duration.ZERO, definition, job, List.of(sink), s -> s);
  }

  /** Keeps marks and results as a fenced sink does. */
  static final class MemorySink implements FencedSink {
    final Map<String, FenceToken> results = new HashMap<>();
    FenceToken mark = new FenceToken(0, 0);
    boolean down;

    @Override
    public String name() {
      return "memory";
    }

    @Override
    public void seal(RunContext run) {
      if (down) {
        throw new IllegalStateException("the sink is down");
      }
      if (run.fence().compareTo(mark) < 0) {
        throw new StaleFenceException(name(), run.occurrence(), run.fence(), mark);
      }
      mark = run.fence();
    }

    @Override
    public StoredResult find(RunContext run) {
      seal(run);
      return new StoredResult(results.containsKey(run.key()), 0);
    }

    void once(RunContext run) {
      seal(run);
      results.putIfAbsent(run.key(), run.fence());
    }
  }

  CompletionStage<Void> stop(TestCluster.Node node) {
    CompletionStage<Void> done = node.engine.stop();
    cluster.settle();
    return done;
  }
}

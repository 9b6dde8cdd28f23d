package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FencedSink;
import io.fencepost.FencepostException;
import io.fencepost.JobDefinition;
import io.fencepost.RunContext;
import io.fencepost.Scheduler;
import io.fencepost.SchedulerBuilder;
import io.fencepost.SchedulerSettings;
import io.fencepost.StoredResult;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.testing.ManualTime;
import io.fencepost.testing.MemoryBackend;
import io.fencepost.testing.MemoryStore;
import io.fencepost.time.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What an application sees of a scheduler's life. */
class EngineSchedulerTest {
  private static final SchedulerSettings SETTINGS = SchedulerSettings.builder("test", "n1").build();

  private final MemoryStore store =
      new MemoryStore(new ManualTime(SystemClock.utc().instant()), Duration.ofSeconds(1));
  private final Set<Thread> before = Thread.getAllStackTraces().keySet();

  private record CheckedSink(String name, List<SchedulerSettings> checks, List<String> objections)
      implements FencedSink {
    CheckedSink(String name) {
      this(name, new ArrayList<>(), new ArrayList<>());
    }

    @Override
    public void check(SchedulerSettings settings) {
      checks.add(settings);
      if (!objections.isEmpty()) {
        throw new FencepostException(objections.get(0));
      }
    }

    @Override
    public void seal(RunContext run) {}

    @Override
    public StoredResult find(RunContext run) {
      return new StoredResult(false, 0);
    }
  }

  private SchedulerBuilder builder(JobDefinition.Builder job, FencedSink... sinks) {
    SchedulerBuilder builder =
        Scheduler.builder()
            .settings(SETTINGS)
            .backend(new MemoryBackend(store))
            .job(job.build(), run -> {});
    List.of(sinks).forEach(builder::sink);
    return builder;
  }

  private static JobDefinition.Builder job() {
    return JobDefinition.builder("job", new FixedDelay(Duration.ofHours(1)));
  }

  /** Threads that came since, and would keep the JVM from ending. */
  private Set<String> keepingAlive() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread) && !thread.isDaemon())
        .map(Thread::getName)
        .filter(name -> name.startsWith("fencepost-"))
        .collect(Collectors.toSet());
  }

  private void awaitNothingKeepingAlive() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!before.contains(thread) && thread.getName().startsWith("fencepost-engine")) {
        thread.join(10_000);
      }
    }
    assertThat(keepingAlive()).isEmpty();
  }

  @Test
  void applicationThatStarted_livesUntilItCloses() throws InterruptedException {
    Scheduler scheduler = builder(job()).build();
    assertThat(keepingAlive()).isEmpty();

    scheduler.start();
    assertThat(keepingAlive()).containsExactly("fencepost-engine-0");

    scheduler.close();
    awaitNothingKeepingAlive();
  }

  @Test
  void sinkThatObjects_stopsTheStart_beforeAnythingRuns() throws InterruptedException {
    CheckedSink sink = new CheckedSink("orders");
    sink.objections().add("sink 'orders' is not there");
    try (Scheduler scheduler = builder(job(), sink).build()) {
      assertThatThrownBy(scheduler::start)
          .isInstanceOf(FencepostException.class)
          .hasMessage("The scheduler does not start: sink 'orders' is not there");
      assertThat(keepingAlive()).isEmpty();

      sink.objections().clear();
      scheduler.start();
      assertThat(sink.checks()).containsExactly(SETTINGS, SETTINGS);
    }
    awaitNothingKeepingAlive();
  }

  @Test
  void severalSinksThatObject_areReportedTogether() {
    CheckedSink a = new CheckedSink("a");
    CheckedSink b = new CheckedSink("b");
    a.objections().add("sink 'a' is not there");
    b.objections().add("sink 'b' is not there");
    try (Scheduler scheduler = builder(job(), a, b).build()) {
      assertThatThrownBy(scheduler::start)
          .hasMessageContaining("sink 'a' is not there")
          .hasMessageContaining("sink 'b' is not there");
    }
  }

  @Test
  void sinkThatNoJobSeals_isNotChecked() {
    CheckedSink unused = new CheckedSink("unused");
    try (Scheduler scheduler = builder(job().sinks(), unused).build()) {
      scheduler.start();
      assertThat(unused.checks()).isEmpty();
    }
  }

  @Test
  void closedScheduler_doesNotStart() {
    Scheduler scheduler = builder(job()).build();
    scheduler.close();
    assertThatThrownBy(scheduler::start).isInstanceOf(IllegalStateException.class);
  }
}

package io.fencepost.engine;

import static io.fencepost.engine.TestCluster.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.FenceToken;
import io.fencepost.JobKey;
import io.fencepost.Occurrence;
import io.fencepost.event.SchedulerEvent;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import io.fencepost.schedule.FixedDelay;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Many lives of a small cluster under random faults, each by its own seed. What the promises say
 * must hold of each in the end.
 */
class EngineRandomTest {
  private static final int SEEDS = Integer.getInteger("fencepost.random.seeds", 200);
  private static final Duration BOUND = Duration.ofSeconds(20);

  @Test
  void promises_holdUnderRandomFaults() {
    List<String> broken = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      for (String complaint : complaints(seed)) {
        broken.add("seed " + seed + ": " + complaint);
      }
    }
    assertThat(broken).isEmpty();
  }

  static List<String> complaints(long seed) {
    RandomCluster life = new RandomCluster(seed);
    try {
      life.live();
    } catch (RuntimeException e) {
      life.complaints.add("the run itself failed: " + e);
      return life.complaints;
    }
    judgeEvents(life);
    judgeSink(life);
    for (int shard = 0; shard < life.definition.shards(); shard++) {
      judgeLedger(life, new JobKey(life.definition.name(), shard));
    }
    return life.complaints;
  }

  // G1, G5 -------------------------------------------------------------------------------------

  private static void judgeEvents(RandomCluster life) {
    Map<String, String> claims = new LinkedHashMap<>();
    life.eventsOfProcesses.forEach(
        (process, events) -> {
          boolean lost = false;
          long deadline = Long.MIN_VALUE;
          List<Occurrence> running = new ArrayList<>();
          for (SchedulerEvent event : events) {
            if (event instanceof SchedulerEvent.LeaseLost) {
              lost = true;
            } else if (event instanceof SchedulerEvent.Enrolled) {
              lost = false;
            } else if (event instanceof SchedulerEvent.LeaseRenewed renewed) {
              deadline = renewed.deadlineNanos();
            } else if (event instanceof SchedulerEvent.Claimed claimed) {
              String claim = claimed.occurrence().job() + " under " + claimed.fence();
              String other = claims.put(claim, claimed.occurrence().key());
              if (other != null) {
                life.complaints.add(claim + " was claimed for " + other + " and for " + event);
              }
              if (running.stream().anyMatch(o -> o.job().equals(claimed.occurrence().job()))) {
                life.complaints.add(process + " claimed beside a handler that still ran: " + event);
              }
              if (lost || claimed.checkedNanos() >= deadline) {
                life.complaints.add(process + " claimed after its lease was lost: " + event);
              }
            } else if (event instanceof SchedulerEvent.HandlerStarted started) {
              running.add(started.occurrence());
              if (lost || started.checkedNanos() >= deadline) {
                life.complaints.add(process + " went on after its lease was lost: " + event);
              }
            } else if (event instanceof SchedulerEvent.HandlerEnded ended) {
              running.remove(ended.occurrence());
            } else if (event instanceof SchedulerEvent.TokenDomainAlarm) {
              life.complaints.add(process + " raised a false alarm: " + event);
            } else if (event instanceof SchedulerEvent.LeaseLost l
                && l.reason().contains("internal error")) {
              life.complaints.add(process + ": " + l.reason());
            }
          }
        });
    for (RandomCluster.Sink.Accepted write : life.sink.accepted) {
      if (!write.key().equals(claims.get(write.job() + " under " + write.fence()))) {
        life.complaints.add("the sink accepted " + write + " that nobody claimed");
      }
    }
  }

  // G2 -----------------------------------------------------------------------------------------

  private static void judgeSink(RandomCluster life) {
    Map<JobKey, FenceToken> marks = new HashMap<>();
    for (RandomCluster.Sink.Accepted write : life.sink.accepted) {
      FenceToken highest = marks.getOrDefault(write.job(), write.fence());
      if (write.fence().compareTo(highest) < 0) {
        life.complaints.add("the sink accepted " + write + " after " + highest);
      }
      marks.put(write.job(), write.fence());
    }
  }

  // G3 -----------------------------------------------------------------------------------------

  private static void judgeLedger(RandomCluster life, JobKey job) {
    JobState state = life.cluster.state(job);
    boolean timetable = !(life.definition.schedule() instanceof FixedDelay);
    Map<Instant, List<Outcome>> decisions = new LinkedHashMap<>();
    FenceToken highest = new FenceToken(0, 0);
    Instant lastSuccess = START;
    for (RunRecord run : life.cluster.records(job)) {
      if (run.fence().isPresent()) {
        if (run.fence().get().compareTo(highest) < 0) {
          life.complaints.add("recorded " + run + " after " + highest);
        }
        highest = run.fence().get();
      }
      if (!run.outcome().decided()) {
        continue;
      }
      Instant at = run.from().toInstant();
      for (long i = 0; i < run.count(); i++) {
        decisions.computeIfAbsent(at, key -> new ArrayList<>()).add(run.outcome());
        at = at.plus(RandomCluster.PERIOD);
      }
      boolean inSink = life.sink.results.containsKey(new Occurrence(job, run.from()).key());
      if (inSink != (run.outcome() == Outcome.SUCCEEDED)) {
        life.complaints.add(
            run + (inSink ? " although the sink has a result" : " without a result in the sink"));
      }
      if (run.outcome() == Outcome.SUCCEEDED) {
        lastSuccess = run.from().toInstant();
      }
    }
    state
        .current()
        .ifPresent(
            current ->
                decisions
                    .computeIfAbsent(current.occurrence().toInstant(), key -> new ArrayList<>())
                    .add(Outcome.RELEASED));
    decisions.forEach(
        (at, outcomes) -> {
          if (outcomes.size() != 1) {
            life.complaints.add(at + " was decided as " + outcomes);
          }
        });
    Instant end = life.now();
    if (timetable) {
      // The first leader starts with what comes due from then on.
      Instant due = decisions.keySet().iterator().next();
      while (!due.isAfter(state.cursor())) {
        if (!decisions.containsKey(due)) {
          life.complaints.add(due + " was lost");
        }
        due = due.plus(RandomCluster.PERIOD);
      }
    }
    if (state.cursor().isBefore(end.minus(BOUND)) || state.cursor().isAfter(end)) {
      life.complaints.add("the cursor is at " + state.cursor() + " when it is " + end);
    }
    if (lastSuccess.isBefore(end.minus(BOUND))) {
      life.complaints.add("the last success was at " + lastSuccess + " when it is " + end);
    }
  }
}

package io.fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobDefinition;
import io.fencepost.MisfirePolicy;
import io.fencepost.OverlapPolicy;
import io.fencepost.RunReason;
import io.fencepost.engine.Plan.NonRun;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final Instant START = Instant.parse("2026-08-16T00:00:00Z");
  private static final Timetable EVERY_MINUTE =
      after ->
          Optional.of(
              Instant.ofEpochSecond((after.getEpochSecond() / 60 + 1) * 60)
                  .atOffset(ZoneOffset.UTC));

  private final BusyTimes busy = new BusyTimes();

  private static Instant minute(long minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  private static OffsetDateTime at(long minutes) {
    return minute(minutes).atOffset(ZoneOffset.UTC);
  }

  private static Planner planner(MisfirePolicy misfire, OverlapPolicy overlap) {
    return new Planner(
        JobDefinition.builder("job", new FixedDelay(Duration.ofHours(1)))
            .misfire(misfire)
            .misfireAfter(Duration.ofSeconds(90))
            .overlap(overlap)
            .build(),
        EVERY_MINUTE);
  }

  /** Plans again and again until nothing is left, as a term does. */
  private List<String> everything(Planner planner, Instant cursor, Instant now) {
    List<String> decisions = new ArrayList<>();
    Plan plan = planner.plan(cursor, busy, now);
    while (!plan.isEmpty()) {
      for (NonRun nonRun : plan.nonRuns()) {
        decisions.add(
            nonRun.outcome()
                + " "
                + Duration.between(START, nonRun.from()).toMinutes()
                + "-"
                + Duration.between(START, nonRun.to()).toMinutes()
                + " x"
                + nonRun.count());
      }
      plan.run()
          .ifPresent(
              due ->
                  decisions.add(
                      due.reason() + " " + Duration.between(START, due.at()).toMinutes()));
      assertThat(plan.more() || plan.cursor().equals(lastDue(now))).isTrue();
      plan = planner.plan(plan.cursor(), busy, now);
    }
    return decisions;
  }

  private static Instant lastDue(Instant now) {
    return Instant.ofEpochSecond(now.getEpochSecond() / 60 * 60);
  }

  @Test
  void plan_withNothingDue_isEmpty() {
    assertThat(
            planner(MisfirePolicy.FIRE_ONCE, OverlapPolicy.SKIP)
                .plan(minute(5), busy, minute(5).plusSeconds(59))
                .isEmpty())
        .isTrue();
  }

  @Test
  void plan_atTheInstant_runsIt() {
    Plan plan = planner(MisfirePolicy.SKIP, OverlapPolicy.SKIP).plan(minute(5), busy, minute(6));

    assertThat(plan.run()).contains(new Plan.Due(at(6), RunReason.SCHEDULED));
    assertThat(plan.cursor()).isEqualTo(minute(6));
    assertThat(plan.more()).isFalse();
  }

  @Test
  void plan_afterShortHandOver_runsEachOnTimeOccurrence() {
    assertThat(everything(planner(MisfirePolicy.SKIP, OverlapPolicy.SKIP), minute(5), minute(7)))
        .containsExactly("SCHEDULED 6", "SCHEDULED 7");
  }

  @Test
  void plan_underSkip_recordsMisfiredAndRunsOnTime() {
    assertThat(everything(planner(MisfirePolicy.SKIP, OverlapPolicy.SKIP), minute(0), minute(10)))
        .containsExactly("MISSED 1-8 x8", "SCHEDULED 9", "SCHEDULED 10");
  }

  @Test
  void plan_underFireOnce_runsTheLatestMisfired() {
    assertThat(
            everything(planner(MisfirePolicy.FIRE_ONCE, OverlapPolicy.SKIP), minute(0), minute(10)))
        .containsExactly("MISSED 1-7 x7", "MISFIRE 8", "SCHEDULED 9", "SCHEDULED 10");
  }

  @Test
  void plan_underFireAll_keepsWindowAndCap() {
    MisfirePolicy policy = MisfirePolicy.fireAll(2, Duration.ofMinutes(5));

    assertThat(everything(planner(policy, OverlapPolicy.SKIP), minute(0), minute(10)))
        .containsExactly(
            "MISSED 1-4 x4",
            "MISSED 5-6 x2",
            "MISFIRE 7",
            "MISFIRE 8",
            "SCHEDULED 9",
            "SCHEDULED 10");
  }

  @Test
  void plan_ofOccurrencesDuringRun_skipsThem() {
    busy.add(minute(1), minute(3), "busy");

    assertThat(
            everything(planner(MisfirePolicy.FIRE_ONCE, OverlapPolicy.SKIP), minute(1), minute(3)))
        .containsExactly("SKIPPED 2-3 x2");
  }

  @Test
  void plan_ofOccurrencesDuringRun_queuesTheFirst() {
    busy.add(minute(1), minute(4), "busy");

    assertThat(
            everything(
                planner(MisfirePolicy.SKIP, OverlapPolicy.QUEUE),
                minute(1),
                minute(30).minus(Duration.ofMinutes(26))))
        .containsExactly("SKIPPED 3-4 x2", "SCHEDULED 2");
  }

  @Test
  void plan_ofQueuedOccurrence_runsItHoweverLate() {
    busy.add(minute(1), minute(60), "busy");

    Plan plan = planner(MisfirePolicy.SKIP, OverlapPolicy.QUEUE).plan(minute(1), busy, minute(60));

    assertThat(plan.run()).contains(new Plan.Due(at(2), RunReason.SCHEDULED));
  }

  @Test
  void plan_ofOneDueBeforeTheRun_isNotSkippedForIt() {
    busy.add(minute(2), minute(3), "busy");

    assertThat(
            everything(planner(MisfirePolicy.FIRE_ONCE, OverlapPolicy.SKIP), minute(1), minute(3)))
        .containsExactly("SKIPPED 3-3 x1", "SCHEDULED 2");
  }

  @Test
  void plan_underFireOnce_runsTheLatestMisfired_alsoAtTheEndOfAChunk() {
    long gap = Planner.MOST_AT_ONCE;

    assertThat(everything(planner(MisfirePolicy.FIRE_ONCE, OverlapPolicy.SKIP), START, minute(gap)))
        .endsWith("MISFIRE " + (gap - 2), "SCHEDULED " + (gap - 1), "SCHEDULED " + gap);
  }

  @Test
  void plan_underFireAll_runsAsManyAsTheCapSays_alsoAcrossChunks() {
    MisfirePolicy policy = MisfirePolicy.fireAll(100, Duration.ofDays(3650));
    long gap = Planner.MOST_AT_ONCE + 50;

    assertThat(everything(planner(policy, OverlapPolicy.SKIP), START, minute(gap)))
        .filteredOn(decision -> decision.startsWith("MISFIRE"))
        .hasSize(100)
        .startsWith("MISFIRE " + (gap - 101))
        .endsWith("MISFIRE " + (gap - 2));
  }

  @Test
  void plan_afterVeryLongGap_looksAtBoundedChunks() {
    long gap = 3L * Planner.MOST_AT_ONCE + 5;
    Plan first =
        planner(MisfirePolicy.FIRE_ONCE, OverlapPolicy.SKIP).plan(START, busy, minute(gap));

    assertThat(first.run()).isEmpty();
    assertThat(first.more()).isTrue();
    assertThat(first.nonRuns().get(0).count()).isEqualTo(Planner.MOST_AT_ONCE);
    assertThat(everything(planner(MisfirePolicy.FIRE_ONCE, OverlapPolicy.SKIP), START, minute(gap)))
        .endsWith("MISFIRE " + (gap - 2), "SCHEDULED " + (gap - 1), "SCHEDULED " + gap);
  }
}

package io.fencepost.config;

import static io.fencepost.config.Hocon.app;
import static io.fencepost.config.Hocon.errorsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.HolderLossPolicy;
import io.fencepost.JobDefinition;
import io.fencepost.MisfirePolicy;
import io.fencepost.OverlapPolicy;
import io.fencepost.RetryPolicy;
import io.fencepost.schedule.CronSchedule;
import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What config makes of a job that code declares. */
class JobSettingsTest {
  private static final Schedule CRON =
      new CronSchedule("0 2 * * *", ZoneId.of("Asia/Singapore"), GapPolicy.SKIP, RepeatPolicy.BOTH);
  private static final Schedule RATE =
      new FixedRate(Instant.parse("2026-01-01T00:00:00Z"), Duration.ofMinutes(15));

  private static JobDefinition.Builder code(Schedule schedule) {
    return JobDefinition.builder("settle", schedule);
  }

  private static JobDefinition apply(JobDefinition declared, String... lines) {
    return SchedulerConfig.parse(app(lines)).apply(declared);
  }

  private static List<String> errors(JobDefinition declared, String... lines) {
    return errorsOf(() -> apply(declared, lines));
  }

  @Test
  void jobThatConfigDoesNotName_staysAsItIsDeclared() {
    List<JobDefinition> declared =
        List.of(
            code(CRON).build(),
            code(RATE).sinks("orders", "mails").retry(RetryPolicy.NONE).build(),
            code(new FixedDelay(Duration.ofNanos(1_000_001)))
                .version(3)
                .shards(4)
                .misfire(MisfirePolicy.fireAll(7, Duration.ofHours(3)))
                .misfireAfter(Duration.ofSeconds(90))
                .overlap(OverlapPolicy.QUEUE)
                .onHolderLoss(HolderLossPolicy.ABANDON)
                .maxHolderLosses(9)
                .timeout(Duration.ofMillis(1500))
                .sinks()
                .keepRuns(11)
                .build());

    assertThat(declared).allSatisfy(job -> assertThat(apply(job)).isEqualTo(job));
  }

  @Test
  void everySettingOfAJob_overridesTheCode() {
    JobDefinition job =
        apply(
            code(CRON).build(),
            """
            fencepost.jobs.settle {
              fixed-rate = 1h, anchor = "2026-01-01T01:00:00+01:00", version = 2, shards = 3
              misfire = fire-all, misfire-cap = 4, misfire-window = 5h, misfire-after = 6m
              overlap = queue, on-holder-loss = abandon, max-holder-losses = 7, timeout = 9m
              retry { max-attempts = 8, initial-backoff = 2s, multiplier = 1.5, max-backoff = 3s, jitter = 0 }
              sinks = [orders], keep-runs = 10
            }""");

    assertThat(job)
        .isEqualTo(
            code(new FixedRate(Instant.parse("2026-01-01T00:00:00Z"), Duration.ofHours(1)))
                .version(2)
                .shards(3)
                .misfire(MisfirePolicy.fireAll(4, Duration.ofHours(5)))
                .misfireAfter(Duration.ofMinutes(6))
                .overlap(OverlapPolicy.QUEUE)
                .onHolderLoss(HolderLossPolicy.ABANDON)
                .maxHolderLosses(7)
                .retry(new RetryPolicy(8, Duration.ofSeconds(2), 1.5, Duration.ofSeconds(3), 0))
                .timeout(Duration.ofMinutes(9))
                .sinks("orders")
                .keepRuns(10)
                .build());
  }

  @Test
  void partOfASchedule_overridesThatPartAlone() {
    assertThat(apply(code(CRON).build(), "fencepost.jobs.settle.zone = UTC").schedule())
        .isEqualTo(
            new CronSchedule("0 2 * * *", ZoneId.of("UTC"), GapPolicy.SKIP, RepeatPolicy.BOTH));
  }

  @Test
  void scheduleOfAnotherKind_replacesTheDeclaredOneWithItsParts() {
    assertThat(apply(code(CRON).build(), "fencepost.jobs.settle.fixed-delay = 5m").schedule())
        .isEqualTo(new FixedDelay(Duration.ofMinutes(5)));
  }

  @Test
  void otherMisfireRule_replacesTheDeclaredCapAndWindow() {
    JobDefinition declared =
        code(RATE).misfire(MisfirePolicy.fireAll(7, Duration.ofHours(3))).build();

    assertThat(apply(declared, "fencepost.jobs.settle.misfire = skip").misfire())
        .isEqualTo(MisfirePolicy.SKIP);
    assertThat(apply(declared, "fencepost.jobs.settle.misfire = fire-all").misfire())
        .isEqualTo(declared.misfire());
  }

  @Test
  void nullInConfig_takesASettingOfTheCodeAway() {
    JobDefinition declared = code(RATE).timeout(Duration.ofMinutes(1)).sinks("orders").build();

    JobDefinition job = apply(declared, "fencepost.jobs.settle { timeout = null, sinks = null }");

    assertThat(job.timeout()).isEmpty();
    assertThat(job.sinks()).isEmpty();
    assertThat(apply(declared, "fencepost.jobs.settle.sinks = []").sinks())
        .isEqualTo(Optional.of(Set.of()));
  }

  @Test
  void twoSchedules_areRefused_andBothAreNamed() {
    assertThat(
            errors(
                code(CRON).build(),
                "fencepost.jobs.settle.fixed-rate = 1h",
                "fencepost.jobs.settle.cron = \"0 3 * * *\""))
        .contains(
            "fencepost.jobs.settle has 2 schedules, but must have one: cron (app.conf:3),"
                + " fixed-rate (app.conf:2)");
  }

  @Test
  void fixedRateWithoutAnAnchor_isRefused() {
    assertThat(errors(code(CRON).build(), "fencepost.jobs.settle.fixed-rate = 1h"))
        .containsExactly(
            "fencepost.jobs.settle.fixed-rate is \"1h\", but has no anchor: set"
                + " fencepost.jobs.settle.anchor, such as 2026-01-01T00:00:00Z (app.conf:2)");
  }

  @Test
  void cronWithoutAZone_isRefused() {
    assertThat(errors(code(RATE).build(), "fencepost.jobs.settle.cron = \"0 3 * * *\""))
        .containsExactly(
            "fencepost.jobs.settle.cron is \"0 3 * * *\", but has no zone: set"
                + " fencepost.jobs.settle.zone, such as Europe/Berlin (app.conf:2)");
  }

  @Test
  void partOfAnotherScheduleKind_isRefused() {
    assertThat(errors(code(RATE).build(), "fencepost.jobs.settle { zone = UTC, gap = skip }"))
        .containsExactlyInAnyOrder(
            "fencepost.jobs.settle.zone is \"UTC\", but has an effect only with cron, not fixed-rate"
                + " (app.conf:2)",
            "fencepost.jobs.settle.gap is \"skip\", but has an effect only with cron, not fixed-rate"
                + " (app.conf:2)");
  }

  @Test
  void noSchedule_isRefused() {
    assertThat(errors(code(RATE).build(), "fencepost.jobs.settle { fixed-rate = null }"))
        .contains(
            "fencepost.jobs.settle has no schedule: set one of cron, fixed-rate and fixed-delay");
  }

  @Test
  void unknownZone_namesTheNearestKnownOne() {
    assertThat(errors(code(CRON).build(), "fencepost.jobs.settle.zone = Asia/Singapor"))
        .containsExactly(
            "fencepost.jobs.settle.zone is \"Asia/Singapor\", which is no known zone; did you mean"
                + " Asia/Singapore? (app.conf:2)");
  }

  @Test
  void anchorWithoutAnOffset_isRefused() {
    assertThat(errors(code(RATE).build(), "fencepost.jobs.settle.anchor = \"2026-01-01T00:00\""))
        .containsExactly(
            "fencepost.jobs.settle.anchor is \"2026-01-01T00:00\", allowed: an instant with its"
                + " offset, such as 2026-01-01T00:00:00Z (app.conf:2)");
  }

  @Test
  void scheduleThatNeverFires_isRefused() {
    Problems problems = new Problems();
    JobLayers.declaredOnly(problems, Instant.MAX).define(JobDeclaration.of(code(RATE).build()));

    assertThat(problems.toException().errors())
        .singleElement()
        .asString()
        .startsWith(
            "fencepost.jobs.settle.fixed-rate is \"15m\", which never fires after"
                + " +1000000000-12-31T23:59:59.999999999Z (declared at JobSettingsTest.java:");
  }

  @Test
  void cronThatNeverFires_isRefused() {
    assertThat(errors(code(CRON).build(), "fencepost.jobs.settle.cron = \"0 0 30 2 *\""))
        .containsExactly(
            "fencepost.jobs.settle.cron: cron '0 0 30 2 *' Asia/Singapore never fires"
                + " (app.conf:2)");
  }

  @Test
  void cronThatCannotBeRead_namesTheField() {
    assertThat(errors(code(CRON).build(), "fencepost.jobs.settle.cron = \"61 2 * * *\""))
        .singleElement()
        .asString()
        .startsWith("fencepost.jobs.settle.cron: cron '61 2 * * *'")
        .contains("minute")
        .endsWith("(app.conf:2)");
  }

  @Test
  void wrongChoice_listsTheRightOnes() {
    assertThat(
            errors(
                code(RATE).build(),
                "fencepost.jobs.settle { misfire = FIRE_ONCE, enabled = maybe, sinks = orders }"))
        .containsExactlyInAnyOrder(
            "fencepost.jobs.settle.misfire is \"FIRE_ONCE\", allowed: skip, fire-once, fire-all"
                + " (app.conf:2)",
            "fencepost.jobs.settle.enabled is \"maybe\", allowed: true or false (app.conf:2)",
            "fencepost.jobs.settle.sinks is \"orders\", allowed: a list of names (app.conf:2)");
  }

  @Test
  void capWithoutFireAll_isRefused() {
    assertThat(errors(code(RATE).build(), "fencepost.jobs.settle.misfire-cap = 5"))
        .containsExactly(
            "fencepost.jobs.settle.misfire-cap is 5, but has an effect only with misfire = fire-all,"
                + " not fire-once (app.conf:2)");
  }

  @Test
  void skipOfWhatIsHardlyLate_isAContradiction() {
    assertThat(
            errors(
                code(RATE).build(), "fencepost.jobs.settle { misfire = skip, misfire-after = 0s }"))
        .containsExactly(
            "fencepost.jobs.settle contradicts itself: misfire = skip with misfire-after = 0s"
                + " (app.conf:2) skips what is late by no more than its own claim; allowed: at least"
                + " 1s");
  }

  @Test
  void windowWithinMisfireAfter_isAContradiction() {
    assertThat(
            errors(
                code(RATE).build(),
                "fencepost.jobs.settle { misfire = fire-all, misfire-window = 1m }"))
        .containsExactly(
            "fencepost.jobs.settle contradicts itself: misfire = fire-all with misfire-after = 1m"
                + " (default) and misfire-window = 1m (app.conf:2) never runs a misfired occurrence;"
                + " allowed: a window above misfire-after");
  }

  @Test
  void maxBackoffBelowTheInitialOne_isAContradiction() {
    assertThat(errors(code(RATE).build(), "fencepost.jobs.settle.retry.initial-backoff = 5m"))
        .containsExactly(
            "fencepost.jobs.settle contradicts itself: retry.max-backoff = 1m (default) is below"
                + " retry.initial-backoff = 5m (app.conf:2)");
  }
}

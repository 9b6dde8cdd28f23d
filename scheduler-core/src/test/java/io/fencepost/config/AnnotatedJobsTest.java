package io.fencepost.config;

import static io.fencepost.config.Hocon.errorsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.HolderLossPolicy;
import io.fencepost.Job;
import io.fencepost.JobDefinition;
import io.fencepost.MisfirePolicy;
import io.fencepost.OverlapPolicy;
import io.fencepost.RetryPolicy;
import io.fencepost.RunContext;
import io.fencepost.Scheduled;
import io.fencepost.Scheduled.Retry;
import io.fencepost.schedule.CronSchedule;
import io.fencepost.schedule.CronSchedule.GapPolicy;
import io.fencepost.schedule.CronSchedule.RepeatPolicy;
import io.fencepost.schedule.FixedDelay;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class AnnotatedJobsTest {
  abstract static class NoOp implements Job {
    @Override
    public void run(RunContext run) {}
  }

  @Scheduled(name = "plain", fixedDelay = "10s")
  static final class Plain extends NoOp {}

  @Scheduled(
      name = "full",
      cron = "0 2 * * *",
      zone = "Asia/Singapore",
      gap = GapPolicy.SKIP,
      repeat = RepeatPolicy.LAST,
      version = 2,
      shards = 3,
      misfire = MisfirePolicy.Kind.FIRE_ALL,
      misfireCap = 4,
      misfireWindow = "5h",
      misfireAfter = "6m",
      overlap = OverlapPolicy.QUEUE,
      onHolderLoss = HolderLossPolicy.ABANDON,
      maxHolderLosses = 7,
      retry =
          @Retry(
              maxAttempts = 8,
              initialBackoff = "2s",
              multiplier = 1.5,
              maxBackoff = "3s",
              jitter = 0),
      timeout = "9m",
      sinks = "orders",
      keepRuns = 10)
  static final class Full extends NoOp {}

  @Scheduled(
      name = "no-sinks",
      fixedDelay = "10s",
      sinks = {})
  static final class NoSinks extends NoOp {}

  @Scheduled(name = "Wrong Name", fixedDelay = "10s")
  static final class WrongName extends NoOp {}

  @Scheduled(name = "wrong", cron = "0 2 * * *", timeout = "soon", keepRuns = 1)
  static final class Wrong extends NoOp {}

  static final class Bare extends NoOp {}

  @Test
  void whatIsNotSet_hasTheDefaults() {
    assertThat(AnnotatedJobs.definition(Plain.class))
        .isEqualTo(JobDefinition.builder("plain", new FixedDelay(Duration.ofSeconds(10))).build());
  }

  @Test
  void everyAttribute_isRead() {
    assertThat(AnnotatedJobs.definition(Full.class))
        .isEqualTo(
            JobDefinition.builder(
                    "full",
                    new CronSchedule(
                        "0 2 * * *",
                        ZoneId.of("Asia/Singapore"),
                        GapPolicy.SKIP,
                        RepeatPolicy.LAST))
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
  void emptyListOfSinks_isNone() {
    assertThat(AnnotatedJobs.definition(NoSinks.class))
        .isEqualTo(
            JobDefinition.builder("no-sinks", new FixedDelay(Duration.ofSeconds(10)))
                .sinks()
                .build());
  }

  @Test
  void errors_nameTheClass_andComeTogether() {
    String where = " (@Scheduled on " + Wrong.class.getName() + ")";
    assertThat(errorsOf(() -> AnnotatedJobs.definition(Wrong.class)))
        .containsExactlyInAnyOrder(
            "fencepost.jobs.wrong.timeout is \"soon\", allowed: a duration from 1ms to 3650d"
                + where,
            "fencepost.jobs.wrong.keep-runs is 1, allowed: a whole number from 10 to 10000" + where,
            "fencepost.jobs.wrong.cron is \"0 2 * * *\", but has no zone: set"
                + " fencepost.jobs.wrong.zone, such as Europe/Berlin"
                + where);
  }

  @Test
  void wrongName_namesTheClass() {
    assertThat(errorsOf(() -> AnnotatedJobs.definition(WrongName.class)))
        .containsExactly(
            "@Scheduled on "
                + WrongName.class.getName()
                + ": job name 'Wrong Name' cannot be a path segment: allowed are 1 to 100 characters"
                + " of a-z, 0-9, '.', '_' and '-', the first a letter or digit");
  }

  @Scheduled(name = "Dau Ly", fixedDelay = "5 parsecs", version = 0)
  static final class WrongAllOver extends NoOp {}

  @Test
  void wrongName_doesNotHideWhatElseIsWrong() {
    assertThat(errorsOf(() -> AnnotatedJobs.definition(WrongAllOver.class)))
        .hasSize(3)
        .anySatisfy(error -> assertThat(error).contains("job name 'Dau Ly'"))
        .anySatisfy(
            error ->
                assertThat(error)
                    .contains("fencepost.jobs.\"Dau Ly\".fixed-delay is \"5 parsecs\", allowed"))
        .anySatisfy(error -> assertThat(error).contains(".version is 0, allowed"));
  }

  @Scheduled(name = "wrong-cron", cron = "0 25 * * *", zone = "Asia/Nowhere-At-All")
  static final class WrongCronAndZone extends NoOp {}

  @Test
  void wrongZone_doesNotHideAWrongExpression() {
    assertThat(errorsOf(() -> AnnotatedJobs.definition(WrongCronAndZone.class)))
        .hasSize(2)
        .anySatisfy(error -> assertThat(error).contains(".zone is \"Asia/Nowhere-At-All\""))
        .anySatisfy(error -> assertThat(error).contains(".cron").contains("25"));
  }

  @Test
  void classWithoutTheAnnotation_isNamed() {
    assertThat(errorsOf(() -> AnnotatedJobs.definition(Bare.class)))
        .containsExactly(
            Bare.class.getName()
                + " has no @Scheduled: annotate the class, or declare the job with a"
                + " JobDefinition");
  }
}

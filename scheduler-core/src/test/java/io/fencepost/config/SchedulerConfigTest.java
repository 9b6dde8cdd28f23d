package io.fencepost.config;

import static io.fencepost.config.Hocon.app;
import static io.fencepost.config.Hocon.bare;
import static io.fencepost.config.Hocon.errors;
import static io.fencepost.config.Hocon.errorsOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import io.fencepost.JobName;
import io.fencepost.SchedulerSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulerConfigTest {
  @Test
  void wrongJobName_doesNotHideWhatElseIsWrong() {
    assertThat(Hocon.errors("fencepost.jobs.\"Dau Ly\" { version = 0, verison = 1 }"))
        .hasSize(3)
        .anySatisfy(error -> assertThat(error).contains("job name 'Dau Ly'"))
        .anySatisfy(error -> assertThat(error).contains(".version is 0"))
        .anySatisfy(error -> assertThat(error).contains(".verison is not a setting"));
  }

  @Test
  void whatIsNotSet_hasTheDefaultsOfTheBuilder() {
    SchedulerSettings parsed = SchedulerConfig.parse(app("fencepost.node-id = n1")).settings();

    assertThat(parsed).isEqualTo(SchedulerSettings.builder("test", "n1").build());
  }

  @Test
  void everySettingOfANode_isRead() {
    SchedulerConfig parsed =
        SchedulerConfig.parse(
            bare(
                """
                fencepost {
                  namespace = a, backend = b, node-id = N1, lease = 21s, workers = 2, drain = 3s
                  stop-grace = 4s, resign-after = 7s, resign-cooldown = 8s, max-clock-skew = 9s
                  relist = 10s, fence-epoch = 11, b.connect = x
                }"""));

    assertThat(parsed.settings())
        .isEqualTo(
            SchedulerSettings.builder("a", "N1")
                .lease(Duration.ofSeconds(21))
                .workers(2)
                .drain(Duration.ofSeconds(3))
                .stopGrace(Duration.ofSeconds(4))
                .resignAfter(Duration.ofSeconds(7))
                .resignCooldown(Duration.ofSeconds(8))
                .maxClockSkew(Duration.ofSeconds(9))
                .relist(Duration.ofSeconds(10))
                .fenceEpoch(11)
                .build());
    assertThat(parsed.backend()).isEqualTo("b");
    assertThat(parsed.backendSettings().getString("connect")).isEqualTo("x");
  }

  @Test
  void nodeIdAuto_isNewEachTime() {
    String first = SchedulerConfig.parse(app()).settings().nodeId();

    assertThat(first).isNotEqualTo(SchedulerConfig.parse(app()).settings().nodeId());
    assertThat(first).isNotEqualTo("auto").matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  }

  @Test
  void allErrors_areReportedAtOnce() {
    assertThat(
            errors(
                "fencepost.leese = 20s",
                "fencepost.workers = many",
                "fencepost.relist = 0s",
                "fencepost.jobs.settle.retry.jitter = 2",
                "fencepost.jobs.settle.zone = Mars/Olympus"))
        .containsExactlyInAnyOrder(
            "fencepost.leese is not a setting; did you mean fencepost.lease? (app.conf:2)",
            "fencepost.workers is \"many\", allowed: a whole number from 1 to 10000 (app.conf:3)",
            "fencepost.relist is \"0s\", allowed: a duration from 1s to 1h (app.conf:4)",
            "fencepost.jobs.settle.retry.jitter is 2, allowed: a number from 0 to 1 (app.conf:5)",
            "fencepost.jobs.settle.zone is \"Mars/Olympus\", which is no known zone; allowed: a"
                + " region such as Europe/Berlin, UTC, or an offset (app.conf:6)");
  }

  @Test
  void namespaceAndBackend_areRequired() {
    assertThat(errorsOf(() -> SchedulerConfig.parse(ConfigFactory.empty())))
        .containsExactly(
            "fencepost.namespace is not set; allowed: 1 to 100 characters of a-z, 0-9, '.', '_' and"
                + " '-', the first a letter or digit",
            "fencepost.backend is not set; allowed: the name of a backend, such as zookeeper or"
                + " etcd");
  }

  @Test
  void namesThatCannotBePathSegments_areRefused() {
    assertThat(errors("fencepost { namespace = \"a/b\", node-id = \"n 1\" }"))
        .containsExactly(
            "fencepost.namespace is \"a/b\", allowed: 1 to 100 characters of a-z, 0-9, '.', '_' and"
                + " '-', the first a letter or digit (app.conf:2)",
            "fencepost.node-id is \"n 1\", allowed: auto, or 1 to 100 characters of A-Z, a-z, 0-9,"
                + " '.', '_' and '-', the first a letter or digit (app.conf:2)");
    assertThat(errors("fencepost.jobs { \"Settle/1\" { version = 2 } }"))
        .containsExactly(
            "fencepost.jobs.\"Settle/1\": job name 'Settle/1' cannot be a path segment: allowed are 1"
                + " to 100 characters of a-z, 0-9, '.', '_' and '-', the first a letter or digit"
                + " (app.conf:2)");
  }

  @Test
  void unknownKey_namesTheNearestKnownOne_howeverItIsWritten() {
    assertThat(errors("fencepost.maxClockSkew = 1s"))
        .containsExactly(
            "fencepost.maxClockSkew is not a setting; did you mean fencepost.max-clock-skew?"
                + " (app.conf:2)");
  }

  @Test
  void unknownKeyOfAJob_isFoundInItsGroupToo() {
    assertThat(errors("fencepost.jobs.settle { max-attempts = 2, retry.jiter = 0.1 }"))
        .containsExactlyInAnyOrder(
            "fencepost.jobs.settle.max-attempts is not a setting; did you mean"
                + " fencepost.jobs.settle.retry.max-attempts? (app.conf:2)",
            "fencepost.jobs.settle.retry.jiter is not a setting; did you mean"
                + " fencepost.jobs.settle.retry.jitter? (app.conf:2)");
  }

  @Test
  void unknownKeyThatIsLikeNoOther_namesAllThatThereAre() {
    assertThat(errors("fencepost.jobs.settle.retry.xyz = 1"))
        .containsExactly(
            "fencepost.jobs.settle.retry.xyz is not a setting; there are: retry.initial-backoff,"
                + " retry.jitter, retry.max-attempts, retry.max-backoff, retry.multiplier"
                + " (app.conf:2)");
  }

  @Test
  void groupThatIsAValue_isRefused() {
    assertThat(errors("fencepost.jobs.settle.retry = 3"))
        .containsExactly(
            "fencepost.jobs.settle.retry is not a setting but a group: retry.initial-backoff,"
                + " retry.jitter, retry.max-attempts, retry.max-backoff, retry.multiplier"
                + " (app.conf:2)");
    assertThat(errors("fencepost.jobs = all"))
        .containsExactly(
            "fencepost.jobs is \"all\", allowed: an object with a member per job (app.conf:2)");
    assertThat(errors("fencepost.jobs.settle = daily"))
        .containsExactly(
            "fencepost.jobs.settle is no object; allowed: the settings of a job (app.conf:2)");
  }

  @Test
  void durationWithoutAUnit_isRefused() {
    assertThat(errors("fencepost { lease = 10, drain = \"30\", stop-grace = soon }"))
        .containsExactly(
            "fencepost.lease is 10, allowed: a duration from 2s to 5m (app.conf:2)",
            "fencepost.drain is \"30\", allowed: a duration from 0s to 7d (app.conf:2)",
            "fencepost.stop-grace is \"soon\", allowed: a duration from 0s to 1d (app.conf:2)");
  }

  @Test
  void numberWithAFraction_isNoWholeNumber() {
    assertThat(errors("fencepost.workers = 1.5"))
        .containsExactly(
            "fencepost.workers is 1.5, allowed: a whole number from 1 to 10000 (app.conf:2)");
  }

  @Test
  void fenceEpoch_mayBeAnyLongThatIsNotNegative() {
    assertThat(SchedulerConfig.parse(app("fencepost.fence-epoch = 9223372036854775807")).settings())
        .extracting(SchedulerSettings::fenceEpoch)
        .isEqualTo(Long.MAX_VALUE);
    assertThat(errors("fencepost.fence-epoch = -1")).hasSize(1);
  }

  @Test
  void leaderThatGivesUpInPausesItsLeaseOutlasts_isAContradiction() {
    assertThat(errors("fencepost.lease = 30s", "fencepost.resign-after = 9s"))
        .containsExactly(
            "fencepost contradicts itself: resign-after = 9s (app.conf:3) with lease = 30s"
                + " (app.conf:2): a leader would give up in pauses that its lease outlasts; allowed:"
                + " at least a third of the lease");
    assertThat(errors("fencepost.lease = 30s", "fencepost.resign-after = 10s")).isEmpty();
  }

  @Test
  void systemProperties_overrideTheFile_andAreNamedInErrors() {
    var properties =
        ConfigValueFactory.fromMap(
            Map.of("fencepost.workers", "8", "fencepost.lease", "1s"), "system properties");
    var dotted = ConfigFactory.parseMap(properties.unwrapped(), "system properties");

    assertThat(errorsOf(() -> SchedulerConfig.parse(dotted.withFallback(app()))))
        .containsExactly(
            "fencepost.lease is \"1s\", allowed: a duration from 2s to 5m (system properties)");
  }

  @Test
  void unresolvableSubstitution_isAConfigError() {
    assertThat(errors("fencepost.lease = ${nowhere}"))
        .singleElement()
        .asString()
        .contains("${nowhere}");
  }

  @Test
  void sharedSettings_areReferredTo() {
    SchedulerConfig parsed =
        SchedulerConfig.parse(
            app(
                "common { timeout = 5m }",
                "fencepost.jobs.settle = ${common} { enabled = false }"));

    assertThat(parsed.jobs().values())
        .extracting(job -> job.settings().toConfig().getString("timeout"))
        .containsExactly("5m");
    assertThat(parsed.enabled(new JobName("settle"))).isFalse();
    assertThat(parsed.enabled(new JobName("other"))).isTrue();
  }
}

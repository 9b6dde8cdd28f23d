package io.fencepost.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.JobKey;
import io.fencepost.drill.cluster.ZooKeeperEnsemble;
import io.fencepost.etcd.EtcdServer;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.RenewOutcome;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both backends on one class path. jetcd and ZooKeeper ask for Netty 4.1 and 4.2; mixed, the first
 * request ends in NoClassDefFoundError.
 */
class BothBackendsIT {
  private static final JobKey JOB = JobKey.of("settlement");

  @TempDir Path directory;

  @Test
  void eachBackend_carriesAClaim_whereTheOtherIsToo() {
    try (EtcdServer etcd = EtcdServer.start(directory);
        ZooKeeperEnsemble zooKeeper =
            ZooKeeperEnsemble.start(
                ZooKeeperEnsemble.Settings.DEFAULT.withServers(1), directory.resolve("zk"))) {
      assertClaims("etcd", "endpoints = \"" + etcd.endpoint() + "\"");
      assertClaims("zookeeper", "connect = \"" + zooKeeper.connectString() + "\"");
    }
  }

  private static void assertClaims(String name, String settings) {
    BackendProvider provider =
        ServiceLoader.load(BackendProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.name().equals(name))
            .findFirst()
            .orElseThrow();
    Config config =
        ConfigFactory.parseString(settings)
            .withFallback(ConfigFactory.defaultReference().getConfig("fencepost." + name));
    try (Backend backend = provider.connect("both", config, Ticker.system())) {
      NodeInfo node = new NodeInfo("n1", new UUID(7, 7), "host", 4711, "test");
      EnrolOutcome enrolled = reply(backend.enrol(node, Duration.ofSeconds(20), new Unheard()));
      assertThat(enrolled).as(name).isInstanceOf(EnrolOutcome.Enrolled.class);
      Session session = ((EnrolOutcome.Enrolled) enrolled).session();
      assertThat(reply(session.renew(Instant.EPOCH)))
          .as(name)
          .isInstanceOf(RenewOutcome.Renewed.class);
      StandOutcome stood = reply(session.stand(JOB, "00000000000000aa"));
      Candidate candidate = ((StandOutcome.Standing) stood).candidate();
      LedgerWrite claim =
          new LedgerWrite(
              JOB,
              Optional.of(candidate),
              candidate.guid(),
              true,
              OptionalLong.empty(),
              "claim",
              Optional.empty(),
              List.of());
      assertThat(reply(backend.write(claim))).as(name).isInstanceOf(WriteOutcome.Granted.class);
    }
  }

  private static <T> T reply(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static final class Unheard implements SessionHints {
    @Override
    public void queueChanged(JobKey job) {}

    @Override
    public void reconnected() {}

    @Override
    public void ended(String why) {}
  }
}

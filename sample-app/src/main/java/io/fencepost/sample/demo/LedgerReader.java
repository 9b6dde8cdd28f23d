package io.fencepost.sample.demo;

import com.typesafe.config.ConfigFactory;
import io.fencepost.JobKey;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.SessionHints;
import io.fencepost.time.Ticker;
import java.util.ServiceLoader;
import java.util.UUID;

/** Opens the store as a node that has no jobs, to read the ledger. */
final class LedgerReader {
  private LedgerReader() {}

  static Backend open(CoordinationCluster coordination) {
    String name = coordination.backend();
    BackendProvider found =
        ServiceLoader.load(BackendProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.name().equals(name))
            .findFirst()
            .orElseThrow();
    Backend backend =
        found.connect(
            "settlement",
            ConfigFactory.parseMap(coordination.settings())
                .withFallback(ConfigFactory.load().getConfig("fencepost." + name)),
            Ticker.system());
    EnrolOutcome outcome =
        backend
            .enrol(
                new NodeInfo("audit", UUID.randomUUID(), "localhost", 0, "demo"),
                DemoCluster.SESSION,
                new NoHints())
            .toCompletableFuture()
            .join();
    if (!(outcome instanceof EnrolOutcome.Enrolled)) {
      backend.close();
      throw new IllegalStateException("the ledger cannot be read: " + outcome);
    }
    return backend;
  }

  private static final class NoHints implements SessionHints {
    @Override
    public void queueChanged(JobKey job) {}

    @Override
    public void reconnected() {}

    @Override
    public void ended(String why) {}
  }
}

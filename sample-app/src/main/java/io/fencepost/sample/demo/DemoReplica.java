package io.fencepost.sample.demo;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.OptionalBinder;
import com.google.inject.util.Modules;
import com.typesafe.config.ConfigFactory;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.HistoryListener;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.guice.SchedulerBinder;
import io.fencepost.sample.Fees;
import io.fencepost.sample.SettlementModule;
import io.fencepost.sample.SettlementService;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A replica of the service that writes its history, and whose fee service is slow enough to be
 * watched.
 */
final class DemoReplica {
  static final Duration FEE_TAKES = Duration.ofMillis(250);

  private DemoReplica() {}

  public static void main(String[] args) {
    HistoryWriter history =
        new HistoryWriter(
            Path.of(System.getProperty(Replica.HISTORY_PROPERTY)),
            System.getProperty(Replica.NODE_PROPERTY),
            UUID.randomUUID(),
            SystemClock.utc(),
            Ticker.system());
    SettlementService.run(
        () -> Modules.combine(new SettlementModule(ConfigFactory.load()), new Drilled(history)));
  }

  private static final class Drilled extends AbstractModule {
    private final HistoryWriter history;

    Drilled(HistoryWriter history) {
      this.history = history;
    }

    @Override
    protected void configure() {
      SchedulerBinder.newSchedulerBinder(binder())
          .addListener()
          .toInstance(new HistoryListener(history));
      OptionalBinder.newOptionalBinder(binder(), Fees.class).setBinding().toInstance(slow(history));
    }
  }

  /**
   * Like most blocking calls, it neither notices an interrupt nor asks whether the run is still
   * wanted.
   */
  private static Fees slow(HistoryWriter history) {
    return (merchant, cents) -> {
      history.write(Draft.of(Kind.STEP).step(merchant));
      boolean interrupted = Thread.interrupted();
      Ticker ticker = Ticker.system();
      long start = ticker.nanos();
      while (ticker.nanos() - start < FEE_TAKES.toNanos()) {
        interrupted |= Thread.interrupted();
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return cents / 100;
    };
  }
}

package io.fencepost.sample;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.typesafe.config.ConfigFactory;
import io.fencepost.Scheduler;
import io.fencepost.guice.StartFailure;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One replica of the service. Start as many as you like: each day is settled once. */
public final class SettlementService {
  private static final Logger LOG = LoggerFactory.getLogger(SettlementService.class);

  private SettlementService() {}

  public static void main(String[] args) {
    run(() -> new SettlementModule(ConfigFactory.load()));
  }

  /**
   * Starts it: the scheduler then keeps the process alive until that is told to end, and lets a
   * settlement that is under way finish.
   *
   * @param module asked for once; a configuration that it cannot read is told like any other
   *     mistake
   */
  public static void run(Supplier<Module> module) {
    try {
      Injector injector = Guice.createInjector(module.get());
      injector.getInstance(SettlementBook.class).createTables();
      Scheduler scheduler = injector.getInstance(Scheduler.class);
      Runtime.getRuntime().addShutdownHook(new Thread(scheduler::close, "stop"));
      scheduler.start();
    } catch (RuntimeException e) {
      LOG.error("The service does not start: {}", StartFailure.explain(e));
      LOG.debug("In full:", e);
      System.exit(1);
    }
  }
}

package io.fencepost.sample;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.typesafe.config.ConfigFactory;
import io.fencepost.FencepostException;
import io.fencepost.Scheduler;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One replica of the service. Start as many as you like: each day is settled once. */
public final class SettlementService {
  private static final Logger LOG = LoggerFactory.getLogger(SettlementService.class);

  private SettlementService() {}

  public static void main(String[] args) throws InterruptedException {
    run(new SettlementModule(ConfigFactory.load()));
  }

  /** Runs until the process is told to end, and then lets a settlement that is under way finish. */
  public static void run(Module... modules) throws InterruptedException {
    Scheduler scheduler;
    try {
      Injector injector = Guice.createInjector(modules);
      injector.getInstance(SettlementBook.class).createTables();
      scheduler = injector.getInstance(Scheduler.class);
    } catch (RuntimeException e) {
      LOG.error("The service does not start: {}", reason(e));
      LOG.debug("In full:", e);
      System.exit(1);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(scheduler::close, "stop"));
    scheduler.start();
    new CountDownLatch(1).await();
  }

  /** What Fencepost says itself, without Guice's words around it. */
  private static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencepostException) {
        return String.valueOf(cause.getMessage());
      }
    }
    return String.valueOf(failure.getMessage());
  }
}

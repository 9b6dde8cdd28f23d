package io.fencepost.drill.workload;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fencepost.JobDefinition;
import io.fencepost.Scheduler;
import io.fencepost.SchedulerSettings;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.DrillJson;
import io.fencepost.drill.history.HistoryListener;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.jdbc.JdbcSink;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A replica of the service under test. Takes commands from its standard input: {@code release
 * <step>}, and {@code renewals lose|delay <ms>|pass}. SIGTERM stops it as a deploy would.
 */
public final class WorkloadMain {
  private WorkloadMain() {}

  public static void main(String[] args) throws IOException {
    String node = System.getProperty(Replica.NODE_PROPERTY);
    HistoryWriter history =
        new HistoryWriter(
            Path.of(System.getProperty(Replica.HISTORY_PROPERTY)),
            node,
            UUID.randomUUID(),
            SystemClock.utc(),
            Ticker.system());
    WorkloadSettings settings =
        DrillJson.load(
            Path.of(System.getProperty(WorkloadSettings.FILE_PROPERTY)), WorkloadSettings.class);
    Steps steps = new Steps(history, settings.holds(), settings.heedsInterrupts());
    history.write(Draft.of(Kind.PROCESS_STARTED).text("process " + ProcessHandle.current().pid()));
    DisturbedRenewals backend =
        new DisturbedRenewals(backend(settings), requestTimeout(settings), history);
    Scheduler scheduler = scheduler(node, settings, backend, steps, history);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(scheduler, history), "fencepost-drill-stop"));
    scheduler.start();
    takeCommands(steps, backend);
  }

  private static Scheduler scheduler(
      String node, WorkloadSettings settings, Backend backend, Steps steps, HistoryWriter history) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(settings.jdbcUrl());
    JdbcSink sink =
        JdbcSink.builder(database).name(AuditTable.SINK).lease(settings.lease()).build();
    return Scheduler.builder()
        .settings(
            SchedulerSettings.builder(settings.namespace(), node)
                .lease(settings.lease())
                .drain(settings.drain())
                .resignAfter(settings.resignAfter())
                .fenceEpoch(settings.fenceEpoch())
                .build())
        .clock(Clock.offset(SystemClock.utc(), settings.clockAhead()))
        .backend(backend)
        .sink(new SteppedSink(sink, steps))
        .listener(new HistoryListener(history))
        .job(
            JobDefinition.builder(WorkloadSettings.JOB, settings.schedule())
                .misfireAfter(settings.misfireAfter())
                .build(),
            new SettlementJob(sink, database, steps, history))
        .build();
  }

  private static Backend backend(WorkloadSettings settings) {
    Config config =
        ConfigFactory.parseMap(settings.store())
            .withFallback(
                ConfigFactory.parseMap(
                    Map.of("request-timeout", requestTimeout(settings).toMillis() + " ms")))
            .withFallback(
                ConfigFactory.defaultReference().getConfig("fencepost." + settings.backend()));
    Backend backend =
        provider(settings.backend()).connect(settings.namespace(), config, Ticker.system());
    return settings.off().contains(Defence.RECOVERY) ? new ForgetfulBackend(backend) : backend;
  }

  private static Duration requestTimeout(WorkloadSettings settings) {
    return settings.lease().dividedBy(3);
  }

  private static BackendProvider provider(String name) {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no backend is called " + name));
  }

  private static void stop(Scheduler scheduler, HistoryWriter history) {
    history.write(Draft.of(Kind.PROCESS_ENDING));
    scheduler.close();
  }

  private static void takeCommands(Steps steps, DisturbedRenewals backend) throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      if (line.startsWith("release ")) {
        steps.release(Step.valueOf(line.substring("release ".length())));
      } else if (line.startsWith("renewals ")) {
        backend.command(line.substring("renewals ".length()));
      }
    }
  }
}

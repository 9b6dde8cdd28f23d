package io.fencepost.sample.demo;

import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.ClusterException;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.cluster.Signal;
import io.fencepost.drill.command.CoordinationName;
import io.fencepost.drill.command.Reasons;
import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.fault.Kill;
import io.fencepost.drill.fault.Pause;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.Outcome;
import io.fencepost.ledger.RunRecord;
import io.fencepost.spi.Backend;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The demo, from the first server to the verdict. */
@Command(
    name = "./fencepost demo",
    description = {
      "Three replicas settle one day after the other. One holder is killed, one is paused past its session and then writes"
          + " late. Ends with a table and a verdict.",
      "Exit code 0: every occurrence has exactly one result; 1: not so; 2: the demo could not be run."
    },
    mixinStandardHelpOptions = true)
public final class Demo implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MERCHANT_AT_WHICH_IT_STRIKES = 2;

  @Option(
      names = "--backend",
      defaultValue = "zookeeper",
      converter = CoordinationName.class,
      description = "zookeeper or etcd (default: ${DEFAULT-VALUE})")
  Coordination backend = Coordination.ZOOKEEPER;

  @Option(
      names = "--servers",
      defaultValue = "1",
      description = "its servers, 1 or 3 (default: ${DEFAULT-VALUE})")
  int servers;

  @Option(
      names = "--keep",
      description = "leave servers and replicas running after the verdict, until Ctrl-C")
  boolean keep;

  @Option(
      names = "--dir",
      defaultValue = ".fencepost/demo",
      description = "for data, logs and histories (default: ${DEFAULT-VALUE}/<time>)")
  Path directory = Path.of(".fencepost/demo");

  private final PrintStream out;
  private final List<Takeover> takeovers = new ArrayList<>();

  Demo(PrintStream out) {
    this.out = out;
  }

  private record Takeover(String fault, Duration time, boolean inTime) {}

  public static void main(String[] args) {
    // Before anything logs: this process's own log is not part of what the demo shows.
    System.setProperty("logback.configurationFile", "io/fencepost/sample/demo/demo-logback.xml");
    CommandLine command = new CommandLine(new Demo(System.out));
    command.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          line.getErr().println("The demo could not be run: " + Reasons.of(failure));
          return 2;
        });
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    Instant now = SystemClock.utc().instant();
    Path here = directory.resolve(now.truncatedTo(ChronoUnit.SECONDS).toString().replace(":", ""));
    Instant from = Instant.ofEpochSecond(now.getEpochSecond() / 4 * 4);
    makeDirectory(here);
    System.setProperty("fencepost.demo.log", here.resolve("demo.log").toString());
    out.println("Starting " + backend + " and PostgreSQL in " + here + " ...");
    try (DemoCluster cluster = DemoCluster.start(here, backend, servers, from)) {
      return play(cluster, from);
    }
  }

  private static void makeDirectory(Path here) {
    try {
      Files.createDirectories(here);
    } catch (IOException e) {
      throw new ClusterException("--dir: " + here.toAbsolutePath() + " cannot be made", e);
    }
  }

  private int play(DemoCluster cluster, Instant from) throws InterruptedException {
    out.printf(
        Locale.ROOT,
        "Starting three replicas: a settlement is due every %d s, a session lasts %d s.%n%n",
        DemoCluster.EVERY.toSeconds(),
        DemoCluster.SESSION.toSeconds());
    cluster.replicas().start(3);
    Watch watch = new Watch(cluster.replicas().histories(), out, SystemClock.utc());
    try {
      settlements(watch, 2);
      killTheHolder(cluster, watch);
      settlements(watch, 2);
      pauseTheHolder(cluster, watch);
      settlements(watch, 2);
    } catch (ClusterException e) {
      watch.sayAll();
      cluster.replicas().all().forEach(r -> r.process().tail(15).forEach(out::println));
      throw e;
    }
    if (keep) {
      verdict(cluster, watch, from);
      out.printf(
          Locale.ROOT,
          "%nStill running: %s %s, database %s. Ctrl-C ends it.%n",
          backend,
          cluster.coordination().settings(),
          cluster.jdbcUrl());
      new CountDownLatch(1).await();
    }
    watch.say("The replicas are told to stop; a settlement that is under way may finish.");
    for (Replica replica : cluster.replicas().all()) {
      replica.process().signal(Signal.TERM);
    }
    for (Replica replica : cluster.replicas().all()) {
      replica.process().awaitExit(PATIENCE);
    }
    return verdict(cluster, watch, from);
  }

  private int verdict(DemoCluster cluster, Watch watch, Instant from) {
    watch.sayAll();
    try (Backend ledger = LedgerReader.open(cluster.coordination())) {
      return verdict(watch.look(), Audit.of(cluster.jdbcUrl(), ledger, from));
    }
  }

  // Acts ---------------------------------------------------------------------------------------

  private void killTheHolder(DemoCluster cluster, Watch watch) {
    Replica holder = holderAtWork(cluster, watch);
    strike(watch, new Kill(holder.process()), holder, "killed in the middle of a settlement");
    cluster.replicas().start(holder.node());
  }

  private void pauseTheHolder(DemoCluster cluster, Watch watch) {
    Replica holder = holderAtWork(cluster, watch);
    Fault pause = new Pause(holder.process());
    try {
      strike(watch, pause, holder, "paused in the middle of a settlement, past its session");
      settlements(watch, 1);
    } finally {
      pause.heal();
    }
    watch.say(
        holder.node() + " wakes up and goes on with its settlement, as if nothing had happened.");
    until(
        watch,
        "the late write to be refused",
        history ->
            history.all(Kind.STALE_WRITE).anyMatch(event -> event.node().equals(holder.node())));
  }

  private void strike(Watch watch, Fault fault, Replica holder, String how) {
    watch.say(holder.node() + " is " + how + ".");
    long start = Ticker.system().nanos();
    fault.inject();
    Await.until(fault.describe() + " to take hold", PATIENCE, fault::tookHold);
    until(
        watch,
        "another replica to take over",
        history ->
            Watch.holder(history)
                .filter(event -> !event.node().equals(holder.node()) && event.nanos() > start)
                .isPresent());
    HistoryEvent next = Watch.holder(watch.look()).orElseThrow();
    Duration time = Duration.ofNanos(next.nanos() - start);
    takeovers.add(
        new Takeover(
            holder.node() + " " + how, time, time.compareTo(DemoCluster.TAKEOVER_BOUND) <= 0));
  }

  /** The replica that is in the middle of a settlement. */
  private Replica holderAtWork(DemoCluster cluster, Watch watch) {
    long from = Ticker.system().nanos();
    String merchant = "merchant-" + MERCHANT_AT_WHICH_IT_STRIKES;
    Predicate<HistoryEvent> atWork =
        event ->
            event.is(Kind.STEP)
                && event.nanos() > from
                && event.step().filter(merchant::equals).isPresent();
    until(watch, "a settlement", history -> history.first(atWork).isPresent());
    return cluster.replicas().node(watch.look().first(atWork).orElseThrow().node());
  }

  private void settlements(Watch watch, int count) {
    long before = succeeded(watch.look());
    until(watch, count + " settlements", history -> succeeded(history) >= before + count);
  }

  private static long succeeded(History history) {
    return history
        .all(Kind.RECORDED)
        .map(event -> LedgerJson.readRun(event.text()))
        .filter(run -> run.outcome() == Outcome.SUCCEEDED)
        .map(RunRecord::from)
        .distinct()
        .count();
  }

  private static void until(Watch watch, String what, Predicate<History> condition) {
    Await.until(what, PATIENCE, () -> condition.test(watch.look()));
  }

  // Verdict ------------------------------------------------------------------------------------

  private int verdict(History history, Audit audit) {
    long refused = history.all(Kind.STALE_WRITE).count();
    boolean inTime = takeovers.stream().allMatch(Takeover::inTime);
    out.printf(Locale.ROOT, "%n%-42s %s%n", "occurrences due", audit.due());
    out.printf(Locale.ROOT, "%-42s %s%n", "with exactly one result", audit.settled());
    out.printf(Locale.ROOT, "%-42s %s%n", "with more than one result", list(audit.twice()));
    out.printf(Locale.ROOT, "%-42s %s%n", "without a result", list(audit.lost()));
    out.printf(
        Locale.ROOT,
        "%-42s %s%n",
        "not decided exactly once in the ledger",
        list(audit.unexplained()));
    out.printf(Locale.ROOT, "%-42s %s%n", "late writes refused by the database", refused);
    for (Takeover takeover : takeovers) {
      out.printf(
          Locale.ROOT,
          "takeover: %-60s %.1f s (bound: %.1f s)%n",
          takeover.fault(),
          takeover.time().toMillis() / 1000.0,
          DemoCluster.TAKEOVER_BOUND.toMillis() / 1000.0);
    }
    boolean passed = audit.passed() && refused > 0 && inTime;
    out.printf(
        Locale.ROOT,
        "%nVerdict: %s%n",
        passed
            ? "every occurrence has exactly one result."
            : "NOT PASSED"
                + (refused == 0 ? ": no late write was seen to be refused" : "")
                + (inTime ? "" : ": a takeover took too long")
                + (audit.passed() ? "" : ": see above"));
    return passed ? 0 : 1;
  }

  private static String list(List<String> found) {
    return found.isEmpty()
        ? "0"
        : found.size() + ": " + String.join("; ", found.subList(0, Math.min(5, found.size())));
  }
}

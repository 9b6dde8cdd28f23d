package io.fencepost.drill.command;

import io.fencepost.drill.DrillCluster;
import io.fencepost.drill.FaultNotAvailableException;
import io.fencepost.drill.cluster.ClusterException;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.report.DrillResult;
import io.fencepost.drill.report.DrillResult.Status;
import io.fencepost.drill.report.JUnitXml;
import io.fencepost.drill.scenario.Catalogue;
import io.fencepost.drill.scenario.NamedDrill;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plays drills of the catalogue on servers of its own, one after the other. */
@Command(
    name = "drill",
    description = {
      "Plays drills: three replicas of a small settlement job on three servers of the store and a PostgreSQL, one fault"
          + " at a time, and a verdict from what is left.",
      "Exit code 0: all valid; 1: one is invalid; 2: one is unknown, or it could not be run."
    },
    mixinStandardHelpOptions = true)
final class DrillCommand implements Callable<Integer> {
  private final PrintStream out;
  private final Ticker ticker = Ticker.system();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--backend",
      defaultValue = "zookeeper",
      converter = CoordinationName.class,
      description = "zookeeper or etcd (default: ${DEFAULT-VALUE})")
  private Coordination backend = Coordination.ZOOKEEPER;

  @Option(
      names = "--drill",
      paramLabel = "NAME",
      split = ",",
      description = "a drill's name or number; several with commas, or again (default: all)")
  private List<String> names = List.of();

  @Option(names = "--list", description = "list the drills, and run none")
  private boolean list;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = ".fencepost/drills",
      description = "for reports, histories, data and logs (default: ${DEFAULT-VALUE}/<time>)")
  private Path directory = Path.of(".fencepost/drills");

  DrillCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<NamedDrill> drills = chosen();
    if (list) {
      drills.forEach(this::describe);
      return ExitCode.VALID;
    }
    Path here = makeDirectory();
    System.setProperty("fencepost.drill.log", here.resolve("drill.log").toString());
    out.println("Starting three servers of " + backend + " and a PostgreSQL in " + here + " ...");
    List<DrillResult> results = play(drills, here);
    save(results, here);
    return tell(results, here);
  }

  private List<NamedDrill> chosen() {
    if (names.isEmpty()) {
      return Catalogue.drills();
    }
    try {
      return names.stream().flatMap(n -> Catalogue.called(n.strip()).stream()).distinct().toList();
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void describe(NamedDrill drill) {
    String only =
        drill.stores().size() == 1 ? " (" + drill.stores().iterator().next() + " only)" : "";
    out.printf(
        Locale.ROOT,
        "%3d  %-30s %s: %s%s%n",
        drill.number(),
        drill.name(),
        drill.fault(),
        drill.shows(),
        only);
  }

  private Path makeDirectory() {
    String time = SystemClock.utc().instant().truncatedTo(ChronoUnit.SECONDS).toString();
    Path here = directory.resolve(time.replace(":", "")).toAbsolutePath().normalize();
    try {
      return Files.createDirectories(here);
    } catch (IOException e) {
      throw new ClusterException("--report: " + here + " cannot be made", e);
    }
  }

  // Playing ------------------------------------------------------------------------------------

  private List<DrillResult> play(List<NamedDrill> drills, Path here) {
    List<DrillResult> results = new ArrayList<>();
    DrillCluster cluster = DrillCluster.start(backend, here);
    try {
      for (NamedDrill drill : drills) {
        out.printf(Locale.ROOT, "%2d/%d %-30s ", results.size() + 1, drills.size(), drill.name());
        out.flush();
        DrillResult result = play(drill, cluster);
        results.add(result);
        tell(result);
        if (result.status() == Status.UNKNOWN && result.directory().isEmpty()) {
          // What was left half-way would disturb those that follow.
          cluster.close();
          cluster = DrillCluster.start(backend, here);
        }
      }
    } finally {
      cluster.close();
    }
    return results;
  }

  private DrillResult play(NamedDrill drill, DrillCluster cluster) {
    String store = backend.toString();
    if (!drill.stores().contains(backend)) {
      return DrillResult.notRun(drill.name(), store, "there is no such fault on " + store);
    }
    long start = ticker.nanos();
    try {
      return DrillResult.of(drill.scenario().run(cluster, Set.of()), store, since(start));
    } catch (FaultNotAvailableException e) {
      return DrillResult.notRun(drill.name(), store, String.valueOf(e.getMessage()));
    } catch (ClusterException e) {
      return DrillResult.broken(drill.name(), store, Reasons.of(e), since(start));
    }
  }

  private Duration since(long start) {
    return Duration.ofNanos(ticker.nanos() - start);
  }

  // Telling ------------------------------------------------------------------------------------

  private void tell(DrillResult result) {
    String status = result.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    out.printf(
        Locale.ROOT, "%-8s %3d s  %s%n", status, result.took().toSeconds(), result.figures());
    if (result.status() == Status.INVALID || result.status() == Status.UNKNOWN) {
      out.print(result.text().indent(6));
    }
  }

  private static void save(List<DrillResult> results, Path here) {
    try {
      JUnitXml.save(results, here.resolve("junit.xml"));
    } catch (IOException e) {
      throw new ClusterException("--report: " + here + " cannot be written to", e);
    }
  }

  private int tell(List<DrillResult> results, Path here) {
    out.printf(
        Locale.ROOT,
        "%n%d valid, %d invalid, %d unknown, %d not run. Reports: %s%n",
        count(results, Status.VALID),
        count(results, Status.INVALID),
        count(results, Status.UNKNOWN),
        count(results, Status.NOT_RUN),
        here);
    if (count(results, Status.INVALID) > 0) {
      return ExitCode.INVALID;
    }
    // Nothing but what cannot be run here proves nothing.
    boolean proven = count(results, Status.VALID) > 0 && count(results, Status.UNKNOWN) == 0;
    return proven ? ExitCode.VALID : ExitCode.UNKNOWN;
  }

  private static long count(List<DrillResult> results, Status status) {
    return results.stream().filter(result -> result.status() == status).count();
  }
}

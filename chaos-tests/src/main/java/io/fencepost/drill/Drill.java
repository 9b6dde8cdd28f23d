package io.fencepost.drill;

import io.fencepost.drill.check.DrillFacts;
import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.check.DrillFacts.Need;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.Launch;
import io.fencepost.drill.cluster.NodeNetwork;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.cluster.Replicas;
import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.history.DrillJson;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.LedgerLog;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.drill.report.DrillRecord;
import io.fencepost.drill.report.Summary;
import io.fencepost.drill.workload.Step;
import io.fencepost.drill.workload.WorkloadMain;
import io.fencepost.drill.workload.WorkloadSettings;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Timetable;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A drill under way: replicas that run, faults that are injected, and the collecting and judging of
 * what is left. Used from one thread; closing it kills the replicas.
 */
public final class Drill implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Drill.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SCHEDULE_KNOWN = Duration.ofMinutes(10);

  /** Beyond lease and grain: one election and the slack of a busy machine. */
  private static final Duration ELECTION = Duration.ofMillis(1500);

  private final DrillCluster cluster;
  private CoordinationCluster store;
  private final DrillPlan plan;
  private final Path directory;
  private final String namespace;
  private final String database;
  private final FixedRate schedule;
  private final Map<String, NodeNetwork> networks = new HashMap<>();
  private final DrillSink sink;
  private final Replicas replicas;
  private final Clock clock = SystemClock.utc();
  private final Ticker ticker = Ticker.system();
  private final HistoryWriter history;
  private final List<FaultFacts> faults = new ArrayList<>();
  private final List<Need> needs = new ArrayList<>();
  private Instant healedAt;
  private long fenceEpoch;

  private Drill(DrillCluster cluster, DrillPlan plan) {
    this.cluster = cluster;
    store = cluster.coordination();
    this.plan = plan;
    namespace = plan.name() + "-" + UUID.randomUUID().toString().substring(0, 8);
    directory = cluster.directory().resolve(namespace);
    database = namespace.replace('-', '_');
    sink = new DrillSink(cluster.postgres().createDatabase(database));
    healedAt = clock.instant();
    schedule = new FixedRate(healedAt.truncatedTo(ChronoUnit.SECONDS), plan.period());
    replicas = new Replicas(WorkloadMain.class.getName(), directory, this::configure);
    history =
        new HistoryWriter(
            directory.resolve("history/drill.jsonl"), "drill", UUID.randomUUID(), clock, ticker);
  }

  /** Starts the replicas and waits until all of them stand for the job and one holds office. */
  public static Drill start(DrillCluster cluster, DrillPlan plan) {
    Drill drill = new Drill(cluster, plan);
    try {
      drill.sink.create(plan.off());
      drill.replicas.start(plan.replicas());
      drill.await(
          "all replicas to stand",
          h -> h.all(Kind.STOOD).map(HistoryEvent::node).distinct().count() == plan.replicas());
      drill.await("a first leader", h -> h.all(Kind.TERM_STARTED).findAny().isPresent());
      return drill;
    } catch (RuntimeException e) {
      drill.close();
      throw e;
    }
  }

  private void configure(Launch launch) {
    Path file = directory.resolve("workload-" + launch.name() + ".json");
    DrillJson.save(file, settings(launch.name()));
    launch.property(WorkloadSettings.FILE_PROPERTY, file.toString());
  }

  private WorkloadSettings settings(String node) {
    NodeNetwork network = network(node);
    return new WorkloadSettings(
        namespace,
        store.backend(),
        network.storeSettings(),
        plan.lease(),
        plan.drain(),
        plan.resignAfter(),
        fenceEpoch,
        plan.clockOffsets().getOrDefault(node, Duration.ZERO),
        schedule.anchor(),
        schedule.period(),
        network.jdbcUrl(database),
        plan.holds(),
        plan.heedsInterrupts(),
        plan.off());
  }

  // What the replicas do ------------------------------------------------------------------------

  /** T. */
  public Duration lease() {
    return plan.lease();
  }

  /**
   * How long after its predecessor's last sign of life a successor may take office: the lease, the
   * store's grain, and an election.
   */
  public Duration takeoverBound() {
    return plan.lease().plus(store.grain()).plus(ELECTION);
  }

  /** The store that the replicas use. */
  public CoordinationCluster store() {
    return store;
  }

  /**
   * Replicas that are started from now on use another store, and the same sink.
   *
   * @throws IllegalStateException if a replica still runs
   */
  public void moveTo(CoordinationCluster other) {
    for (Replica replica : replicas.all()) {
      if (replica.process().isAlive()) {
        throw new IllegalStateException(replica + " still uses the store before");
      }
    }
    networks.values().forEach(NodeNetwork::close);
    networks.clear();
    store = other;
  }

  /** Of the scheduler; new for each drill. */
  public String namespace() {
    return namespace;
  }

  /** The sink's address. */
  public String jdbcUrl() {
    return cluster.postgres().jdbcUrl(database);
  }

  /** The replicas; more can be started, and ended ones again. */
  public Replicas replicas() {
    return replicas;
  }

  /** The token domain of replicas that are started from now on. */
  public void fenceEpoch(long value) {
    fenceEpoch = value;
  }

  /** The replica that leads, as the last term's start tells. */
  public Replica leader() {
    HistoryEvent last =
        history().all(Kind.TERM_STARTED).reduce((before, after) -> after).orElseThrow();
    return replicas.node(last.node());
  }

  /** The paths from a node to the store and the sink. */
  public NodeNetwork network(String node) {
    return networks.computeIfAbsent(
        node, key -> new NodeNetwork(key, store, cluster.postgres(), ticker));
  }

  /** The replica that is held at a step; waits until there is one. */
  public Replica heldAt(Step step) {
    return replicas.node(awaitEvent("a run at " + step, e -> isAt(e, step)).node());
  }

  /** Another replica than this one that is held at a step; waits until there is one. */
  public Replica heldAt(Step step, Replica notThis) {
    return replicas.node(
        awaitEvent("another run at " + step, e -> isAt(e, step) && !e.node().equals(notThis.node()))
            .node());
  }

  private static boolean isAt(HistoryEvent event, Step step) {
    return event.is(Kind.STEP) && event.step().filter(step.name()::equals).isPresent();
  }

  /** Lets this replica's runs go on at a step. */
  public void release(Replica replica, Step step) {
    replica.process().send("release " + step);
  }

  /** Lets the runs of all other replicas go on at a step. */
  public void releaseAllBut(Replica held, Step step) {
    replicas.all().stream().filter(r -> !r.equals(held)).forEach(r -> release(r, step));
  }

  /** Waits until this replica ends one more run. */
  public HistoryEvent awaitRun(Replica replica) {
    long since = ticker.nanos();
    return awaitEvent(
        "a run on " + replica.node(),
        e -> e.is(Kind.HANDLER_ENDED) && e.node().equals(replica.node()) && e.nanos() > since);
  }

  /** Waits until some replica has run something that came due after the last fault was healed. */
  public void awaitRunAfterFaults() {
    awaitEvent(
        "a run after the faults",
        e ->
            e.is(Kind.HANDLER_ENDED)
                && e.occurrence().filter(at -> at.isAfter(healedAt)).isPresent());
  }

  /** Waits for an event; the first one that fits. */
  public HistoryEvent awaitEvent(String what, Predicate<HistoryEvent> wanted) {
    await(what, h -> h.first(wanted).isPresent());
    return history().first(wanted).orElseThrow();
  }

  private void await(String what, Predicate<History> condition) {
    Await.until(what + " (" + directory + ")", PATIENCE, () -> condition.test(history()));
  }

  /** What the sink has accepted so far, in the order of its commits. */
  public List<SinkWrite> sinkWrites() {
    return sink.writes();
  }

  /** What the replicas have said so far. */
  public History history() {
    return History.read(replicas.histories());
  }

  // Faults --------------------------------------------------------------------------------------

  /**
   * Injects a fault and waits until it holds. Heal it with a {@code try} block.
   *
   * @param bound until when after the injection a successor has to be in office, or (if none is
   *     allowed) how long after healing none may be
   */
  public Injection inject(Fault fault, Takeover takeover, Duration bound) {
    if (!fault.available()) {
      throw new FaultNotAvailableException(fault.describe());
    }
    return new Injection(fault, takeover, bound, history, ticker, this::healed);
  }

  private void healed(FaultFacts fault, Instant at) {
    faults.add(fault);
    healedAt = at;
  }

  /** The drill proves nothing unless such an event is seen. */
  public void need(Kind kind, String text, String why) {
    needs.add(new Need(kind, text, why));
  }

  // The end -------------------------------------------------------------------------------------

  /** Waits for quiet, collects what is left, judges and saves it. */
  public Summary judge() {
    faults.forEach(this::awaitSuccessor);
    List<Instant> due = due();
    Instant now = clock.instant();
    Instant judgedUntil = due.stream().filter(at -> at.isAfter(now)).findFirst().orElseThrow();
    Duration patience = Duration.between(now, judgedUntil.plus(plan.decideWithin()));
    boolean quiet = Await.holdsWithin(patience, () -> allDecided(due, judgedUntil));
    LOG.debug("drill={} {}", plan.name(), quiet ? "is quiet" : "did not come to rest in time");
    replicas.close();
    DrillFacts facts =
        new DrillFacts(
            plan.name(),
            List.of(new JobFacts(WorkloadSettings.JOB, due)),
            faults,
            healedAt,
            judgedUntil,
            plan.decideWithin(),
            plan.mostLeaderChanges(),
            needs);
    DrillRecord record = new DrillRecord(history(), truth(), facts);
    record.save(directory);
    return Summary.save(record, directory);
  }

  /** What comes due while nobody leads is judged too, so the end is after the takeover. */
  private void awaitSuccessor(FaultFacts fault) {
    if (fault.tookHold() && fault.takeover() == Takeover.REQUIRED) {
      boolean taken =
          Await.holdsWithin(
              fault.bound(),
              () ->
                  history()
                      .all(Kind.TERM_STARTED)
                      .anyMatch(
                          e ->
                              e.nanos() > fault.injectedNanos()
                                  && !e.node().equals(fault.target())));
      LOG.debug("drill={} {}: successor {}", plan.name(), fault.fault(), taken ? "" : "missing");
    }
  }

  /** Whether the replicas say that they have decided all that came due since the first term. */
  private boolean allDecided(List<Instant> due, Instant until) {
    History told = history();
    Instant since = told.all(Kind.TERM_STARTED).findFirst().orElseThrow().wall();
    List<RunRecord> decisions =
        told.all(Kind.RECORDED)
            .map(e -> LedgerJson.readRun(e.text()))
            .filter(run -> run.outcome().decided())
            .toList();
    return due.stream()
        .filter(at -> at.isAfter(since) && !at.isAfter(until))
        .allMatch(at -> decisions.stream().anyMatch(run -> covers(run, at)));
  }

  private static boolean covers(RunRecord run, Instant occurrence) {
    return !occurrence.isBefore(run.from().toInstant())
        && !occurrence.isAfter(run.to().toInstant());
  }

  private List<Instant> due() {
    Timetable timetable = schedule.timetable().orElseThrow();
    List<Instant> due = new ArrayList<>();
    Instant end = schedule.anchor().plus(SCHEDULE_KNOWN);
    Instant at = schedule.anchor().minusMillis(1);
    while (at.isBefore(end)) {
      at = timetable.next(at).orElseThrow().toInstant();
      due.add(at);
    }
    return due;
  }

  private GroundTruth truth() {
    return new GroundTruth(sink.writes(), sink.marks(namespace), LedgerLog.read(store, namespace));
  }

  @Override
  public void close() {
    replicas.close();
    networks.values().forEach(NodeNetwork::close);
    history.close();
  }
}

package io.fencepost.drill;

import io.fencepost.RunContext;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.Launch;
import io.fencepost.drill.cluster.NodeNetwork;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.cluster.Replicas;
import io.fencepost.drill.history.DrillJson;
import io.fencepost.drill.history.GroundTruth;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.LedgerLog;
import io.fencepost.drill.workload.WorkloadMain;
import io.fencepost.drill.workload.WorkloadSettings;
import io.fencepost.schedule.FixedRate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What a drill disturbs: replicas with a namespace and a database of their own, and the paths
 * between them and the servers. Used from one thread.
 */
public final class ServiceUnderTest implements AutoCloseable {
  private final DrillPlan plan;
  private final DrillCluster cluster;
  private final String namespace;
  private final String database;
  private final Path directory;
  private final FixedRate schedule;
  private final DrillSink sink;
  private final Replicas replicas;
  private final Map<String, NodeNetwork> networks = new HashMap<>();
  private final Map<String, Duration> clocksAhead = new HashMap<>();
  private final List<CoordinationCluster> stores = new ArrayList<>();
  private CoordinationCluster store;
  private LedgerLog ledger;
  private long fenceEpoch;

  /** Creates the database. No replica runs yet. */
  ServiceUnderTest(DrillCluster cluster, DrillPlan plan, Instant now) {
    this.plan = plan;
    this.cluster = cluster;
    namespace = plan.name() + "-" + UUID.randomUUID().toString().substring(0, 8);
    database = namespace.replace('-', '_');
    directory = cluster.directory().resolve(namespace);
    schedule = new FixedRate(now.truncatedTo(ChronoUnit.SECONDS), plan.period());
    sink = new DrillSink(cluster.postgres().createDatabase(database));
    sink.create(plan.off());
    replicas = new Replicas(WorkloadMain.class.getName(), directory, this::configure);
    store = cluster.coordination();
    ledger = LedgerLog.open(store, namespace);
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
        clocksAhead.getOrDefault(node, Duration.ZERO),
        fenceEpoch,
        schedule.anchor(),
        schedule.period(),
        plan.misfireAfter(),
        network.jdbcUrl(database),
        plan.holds(),
        plan.heedsInterrupts(),
        plan.off());
  }

  /** Of the scheduler; new for each drill. */
  public String namespace() {
    return namespace;
  }

  /** Where its files are. */
  public Path directory() {
    return directory;
  }

  /** When its job is due. */
  public FixedRate schedule() {
    return schedule;
  }

  /** The store that the replicas use. */
  public CoordinationCluster store() {
    return store;
  }

  /** The replicas; more can be started, and ended ones again. */
  public Replicas replicas() {
    return replicas;
  }

  /** The replica that leads, as the last term's start tells. */
  public Replica leader() {
    HistoryEvent last =
        history().all(Kind.TERM_STARTED).reduce((before, after) -> after).orElseThrow();
    return replicas.node(last.node());
  }

  /** The paths from a node to the store and the sink. */
  public NodeNetwork network(String node) {
    return networks.computeIfAbsent(node, key -> new NodeNetwork(key, store, cluster.postgres()));
  }

  /** How far ahead a replica's clock is if it is started from now on. */
  public void clockAhead(String node, Duration value) {
    clocksAhead.put(node, value);
  }

  /** The store forgets what happened until now, for watchers that come back. */
  public void compactHistory() {
    ledger.compact();
  }

  /** The token domain of replicas that are started now. */
  public long fenceEpoch() {
    return fenceEpoch;
  }

  /** Replicas that are started from now on are in the next token domain. */
  public void raiseFenceEpoch() {
    fenceEpoch++;
  }

  /**
   * Replicas that are started from now on use a new store of one server, and the same sink. What
   * the store before holds is not judged.
   *
   * @throws IllegalStateException if a replica still runs
   */
  public void moveTo(Coordination next) {
    for (Replica replica : replicas.all()) {
      if (replica.process().isAlive()) {
        throw new IllegalStateException(replica + " still uses the store before");
      }
    }
    networks.values().forEach(NodeNetwork::close);
    networks.clear();
    store = next.start(1, directory.resolve("store-" + (1 + stores.size())));
    stores.add(store);
    ledger = LedgerLog.open(store, namespace);
  }

  /** What the replicas have said so far. */
  public History history() {
    return History.read(replicas.histories());
  }

  /** Whether the sink's guard lets a run write. */
  boolean sinkAdmits(RunContext run) {
    return sink.admits(run, plan.lease());
  }

  /** What store and sink hold. Nothing may be writing. */
  GroundTruth truth() {
    return new GroundTruth(sink.writes(), sink.marks(namespace), ledger.read());
  }

  @Override
  public void close() {
    replicas.close();
    networks.values().forEach(NodeNetwork::close);
    stores.forEach(CoordinationCluster::close);
  }
}

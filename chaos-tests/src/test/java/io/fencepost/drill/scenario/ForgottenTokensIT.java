package io.fencepost.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fencepost.FenceToken;
import io.fencepost.JobKey;
import io.fencepost.Occurrence;
import io.fencepost.RunContext;
import io.fencepost.RunReason;
import io.fencepost.StaleFenceException;
import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillCluster;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.cluster.StoreBackup;
import io.fencepost.drill.fault.Outage;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.history.SinkWrite;
import io.fencepost.drill.workload.AuditTable;
import io.fencepost.drill.workload.WorkloadSettings;
import io.fencepost.jdbc.JdbcSink;
import io.fencepost.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Drill 37: a store that has forgotten the tokens it gave, or never knew them. The sinks remember:
 * everything stops with an alarm and nothing is written, until the token domain is raised.
 *
 * <p>The rules of the checker are about one history of a store, and here are two; so what must hold
 * between them is asserted here.
 */
final class ForgottenTokensIT {
  private static final int FORGOTTEN_RUNS = 6;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void drill37_restoredFromAnOlderState(Coordination on) {
    try (DrillCluster cluster = DrillCluster.start(on, directory);
        Drill drill = Drill.start(cluster, DrillPlan.named("store-restored"))) {
      CoordinationCluster store = drill.service().store();
      drill.awaitRun(drill.service().leader());
      StoreBackup backup;
      try (Injection down = down(drill)) {
        down.requireHeld();
        backup = StoreBackup.take(store, directory.resolve("backup"));
      }
      drill.awaitRunAfterFaults();
      // ZooKeeper counts its restarts in its numbers. After as many of them as there were before
      // the restore, new numbers may be above the forgotten ones, and nobody could tell.
      down(drill).close();
      drill.awaitRunAfterFaults();
      // etcd's numbers go up with every heartbeat, also before the first claim.
      for (int i = 0; i < FORGOTTEN_RUNS; i++) {
        drill.awaitRun(drill.service().leader());
      }
      Forgotten forgotten;
      try (Injection down = down(drill)) {
        down.requireHeld();
        Await.pass(drill.lease());
        forgotten = Forgotten.now(drill);
        backup.restore();
      }
      assertStandsStill(drill, forgotten);
      raiseEpoch(drill, 1);
    }
  }

  @Test
  void emptiedZooKeeper_andThenEtcd() {
    try (DrillCluster cluster = DrillCluster.start(Coordination.ZOOKEEPER, directory);
        CoordinationCluster emptied = start(Coordination.ZOOKEEPER);
        CoordinationCluster etcd = start(Coordination.ETCD);
        Drill drill = Drill.start(cluster, DrillPlan.named("store-replaced"))) {
      drill.awaitRun(drill.service().leader());
      assertStandsStill(drill, move(drill, emptied));
      raiseEpoch(drill, 1);
      assertStandsStill(drill, move(drill, etcd));
      raiseEpoch(drill, 2);
    }
  }

  private CoordinationCluster start(Coordination store) {
    return store.start(1, directory.resolve("new-" + store));
  }

  /**
   * When the store forgot.
   *
   * @param nanos on the machine's monotonic clock
   * @param written what the sink had accepted by then; whoever was at work had lost its lease
   */
  private record Forgotten(long nanos, List<SinkWrite> written) {
    static Forgotten now(Drill drill) {
      return new Forgotten(Ticker.system().nanos(), drill.service().sinkWrites());
    }
  }

  private static Forgotten move(Drill drill, CoordinationCluster to) {
    List<Replica> replicas = drill.service().replicas().all();
    drill.service().replicas().close();
    drill.service().moveTo(to);
    Forgotten forgotten = Forgotten.now(drill);
    replicas.forEach(replica -> drill.service().replicas().start(replica.node()));
    return forgotten;
  }

  private static Injection down(Drill drill) {
    Outage outage = new Outage(drill.service().store(), drill.service().store().members());
    return drill.inject(outage, Takeover.ALLOWED, drill.takeoverBound());
  }

  private static void assertStandsStill(Drill drill, Forgotten forgotten) {
    drill.awaitEvent("the alarm", e -> e.is(Kind.DOMAIN_ALARM) && e.nanos() > forgotten.nanos());
    Await.pass(drill.lease().multipliedBy(2));
    assertThat(drill.service().sinkWrites()).isEqualTo(forgotten.written());
    assertThat(
            drill
                .service()
                .history()
                .all(Kind.HANDLER_STARTED)
                .filter(e -> e.nanos() > forgotten.nanos()))
        .isEmpty();
  }

  private static void raiseEpoch(Drill drill, long epoch) {
    List<Replica> replicas = drill.service().replicas().all();
    int written = drill.service().sinkWrites().size();
    drill.service().replicas().close();
    drill.service().fenceEpoch(epoch);
    replicas.forEach(replica -> drill.service().replicas().start(replica.node()));
    drill.awaitEvent(
        "a run of epoch " + epoch,
        e ->
            e.is(Kind.HANDLER_ENDED)
                && e.answer() == Answer.OK
                && e.token().filter(token -> token.epoch() == epoch).isPresent());
    List<SinkWrite> after =
        drill.service().sinkWrites().subList(written, drill.service().sinkWrites().size());
    assertThat(after).isNotEmpty().allMatch(write -> write.token().epoch() == epoch);
    assertThat(drill.service().sinkWrites().stream().filter(w -> w.kind() == SinkWrite.Kind.EFFECT))
        .extracting(SinkWrite::occurrence)
        .doesNotHaveDuplicates();
    assertRefused(drill, new FenceToken(epoch - 1, Long.MAX_VALUE));
  }

  /** However high its number, a token of an older domain is below. */
  private static void assertRefused(Drill drill, FenceToken old) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(drill.service().jdbcUrl());
    JdbcSink sink = JdbcSink.builder(database).name(AuditTable.SINK).lease(drill.lease()).build();
    assertThatThrownBy(
            () -> sink.guarded(new OldRun(drill.service().namespace(), old), connection -> {}))
        .isInstanceOf(StaleFenceException.class);
  }

  /** A run that began before the domain was raised. */
  private record OldRun(String namespace, FenceToken fence) implements RunContext {
    private static final OffsetDateTime LONG_AGO = OffsetDateTime.parse("2026-01-01T00:00Z");

    @Override
    public String node() {
      return "n0";
    }

    @Override
    public Occurrence occurrence() {
      return new Occurrence(JobKey.of(WorkloadSettings.JOB), LONG_AGO);
    }

    @Override
    public int attempt() {
      return 1;
    }

    @Override
    public RunReason reason() {
      return RunReason.SCHEDULED;
    }

    @Override
    public void checkHeld() {}

    @Override
    public Duration remaining() {
      return Duration.ofSeconds(1);
    }
  }
}

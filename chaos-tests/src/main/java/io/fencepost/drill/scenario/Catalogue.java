package io.fencepost.drill.scenario;

import io.fencepost.config.Nearest;
import io.fencepost.drill.cluster.Coordination;
import io.fencepost.drill.workload.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** All drills, in the order of their numbers. */
public final class Catalogue {
  private static final Set<Coordination> BOTH = EnumSet.allOf(Coordination.class);
  private static final Set<Coordination> ZOOKEEPER = Set.of(Coordination.ZOOKEEPER);
  private static final List<NamedDrill> ALL = all();

  private Catalogue() {}

  public static List<NamedDrill> drills() {
    return ALL;
  }

  /**
   * Those that are called so.
   *
   * @param nameOrNumber {@code late-write} or {@code 4}
   * @throws IllegalArgumentException if there is none; names the nearest
   */
  public static List<NamedDrill> called(String nameOrNumber) {
    List<NamedDrill> found = ALL.stream().filter(d -> d.isCalled(nameOrNumber)).toList();
    if (found.isEmpty()) {
      String nearest =
          Nearest.to(nameOrNumber, ALL.stream().map(NamedDrill::name).toList())
              .map(name -> "; did you mean " + name + "?")
              .orElse("");
      throw new IllegalArgumentException(
          "there is no drill '" + nameOrNumber + "'" + nearest + " (--list shows all)");
    }
    return found;
  }

  private static List<NamedDrill> all() {
    Entries entries = new Entries();
    processes(entries);
    network(entries);
    store(entries);
    membership(entries);
    return List.copyOf(entries.list);
  }

  private static void processes(Entries add) {
    add.drill(
        1,
        new HolderKilled(Step.BEFORE_WRITE),
        "SIGKILL to the holder before it writes",
        "retaken under a higher token, one result");
    add.drill(
        2,
        new HolderKilled(Step.AFTER_COMMIT),
        "SIGKILL between commit and finish",
        "the successor finds the effect");
    add.drill(
        3, new HolderKilled(Step.SEALING), "SIGKILL between claim and start", "it is retaken");
    add.drill(4, new LateWrite(), "SIGSTOP for 2 T before the write", "the late write is refused");
    add.drill(5, new ShortPause(30), "SIGSTOP for 0.3 T", "nobody takes over");
    add.drill(5, new ShortPause(90), "SIGSTOP for 0.9 T", "a takeover or none");
    add.drill(5, new ShortPause(110), "SIGSTOP for 1.1 T", "a takeover");
    add.drill(
        6,
        new WakesDuringWrite(),
        "SIGSTOP past T, until its successor writes",
        "it waits for the guard's row and is refused");
  }

  private static void network(Entries add) {
    add.drill(
        7,
        new RenewalsDisturbed(0),
        "renewals lost for 2 T, all else works",
        "the holder stops by itself; takeover");
    add.drill(8, new RenewalsDisturbed(50), "renewals late by 0.5 T", "one leader change at most");
    add.drill(8, new RenewalsDisturbed(120), "renewals late by 1.2 T", "one leader change at most");
    add.drill(
        9,
        new CutOff(true),
        "the holder is cut off from the store for 2 T, not from the sink",
        "it stops by itself, takeover, the late write is refused");
    add.drill(10, new CutOff(false), "its requests are lost for 2 T", "as 9");
    add.drill(
        11,
        new RepliesLost(),
        "replies lost from a claim on, for 2 T",
        "a claim that its claimant never saw is found");
    add.drill(
        12,
        new ClaimReplyLost(),
        "the reply to one claim is lost",
        "its token is adopted, or never used");
  }

  private static void store(Entries add) {
    add.drill(
        13,
        new StoreLeaderKilled(1),
        "the store's leader is killed",
        "the holder stays or another takes over; somebody claims in time");
    add.drill(
        13,
        new StoreLeaderKilled(4),
        "the store's leader is killed again and again",
        "the same each time; tokens rise");
    add.drill(
        14,
        new StoreLeaderPaused(),
        "the store's leader is stopped for 1.5 T, past an election",
        "leases that end are harmless");
    add.drill(15, new StoreServersLost(1), "one server lost for 3 T", "nothing changes hands");
    add.drill(
        16,
        new StoreServersLost(2),
        "the majority lost for 3 T",
        "no claims; what came due is run or explained");
    add.drill(17, new StoreServersLost(3), "SIGKILL to all servers", "somebody claims in time");
    add.drill(18, new RollingRestart(), "each server restarted, T apart", "the same after each");
  }

  private static void membership(Entries add) {
    add.drill(
        25,
        new StoppedMidRun(true),
        "SIGTERM within the drain time",
        "nobody starts early, the job is handed over");
    add.drill(
        25,
        new StoppedMidRun(false),
        "SIGTERM beyond the drain time",
        "the run is given back, the job is handed over");
    add.drill(
        35,
        new SameIdTwice(),
        "a second process calls itself like the holder",
        "it is refused while the holder lives");
    add.drill(36, new EveryoneReturns(), "all replicas leave and return", "tokens rise on");
    add.drill(
        37,
        new StoreRestored(),
        "all servers are put back to an older state",
        "an alarm, and nothing is written until fence-epoch is raised");
    add.drill(
        37,
        ZOOKEEPER,
        new StoreReplaced(List.of(Coordination.ZOOKEEPER, Coordination.ETCD)),
        "an emptied ZooKeeper, and then etcd",
        "the same, twice");
    add.drill(
        38,
        new WatchGap(),
        "the holder stops while the others' connections are cut; the store's history is compacted",
        "they look again, and one takes over long before a lease would end");
    add.drill(
        41,
        new SinkCutOff(),
        "the sink is cut off from the holder only, until the end",
        "the holder gives the job up, a healthy replica runs it");
    add.drill(
        42,
        ZOOKEEPER,
        new FollowerCutOff(),
        "the holder's server cannot reach its leader for 2 T, and answers pings",
        "the holder stops by itself; takeover");
    add.drill(
        43,
        new ClockAhead(),
        "a replica joins whose clock is ten years ahead",
        "it stands aside and decides nothing");
  }

  /** A list in the making. */
  private static final class Entries {
    private final List<NamedDrill> list = new ArrayList<>();

    void drill(int number, Scenario scenario, String fault, String shows) {
      drill(number, BOTH, scenario, fault, shows);
    }

    void drill(
        int number, Set<Coordination> stores, Scenario scenario, String fault, String shows) {
      list.add(new NamedDrill(number, stores, scenario, fault, shows));
    }
  }
}

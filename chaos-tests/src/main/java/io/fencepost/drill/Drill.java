package io.fencepost.drill;

import io.fencepost.RunContext;
import io.fencepost.drill.check.DrillFacts;
import io.fencepost.drill.check.DrillFacts.FaultFacts;
import io.fencepost.drill.check.DrillFacts.Forgotten;
import io.fencepost.drill.check.DrillFacts.JobFacts;
import io.fencepost.drill.check.DrillFacts.Need;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Await;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.history.Answer;
import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.drill.report.DrillRecord;
import io.fencepost.drill.report.Summary;
import io.fencepost.drill.workload.Step;
import io.fencepost.drill.workload.WorkloadSettings;
import io.fencepost.time.SystemClock;
import io.fencepost.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A drill under way: waiting for what the service does, injecting faults, and judging what is left.
 * Used from one thread; closing it kills the replicas.
 */
public final class Drill implements AutoCloseable {
  /** How the history tells of a write by {@link #writeAs} that was refused. */
  public static final String REFUSED = "refused under ";

  private static final Logger LOG = LoggerFactory.getLogger(Drill.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Beyond lease and grain: one election and the slack of a busy machine. */
  private static final Duration ELECTION = Duration.ofMillis(1500);

  private final DrillPlan plan;
  private final ServiceUnderTest service;
  private final Clock clock = SystemClock.utc();
  private final Ticker ticker = Ticker.system();
  private final HistoryWriter history;
  private final List<Injection> open = new ArrayList<>();
  private final List<FaultFacts> faults = new ArrayList<>();
  private final List<Forgotten> forgotten = new ArrayList<>();
  private final List<Need> needs = new ArrayList<>();
  private Instant healedAt;

  private Drill(DrillCluster cluster, DrillPlan plan) {
    this.plan = plan;
    healedAt = clock.instant();
    service = new ServiceUnderTest(cluster, plan, healedAt);
    history =
        new HistoryWriter(
            service.directory().resolve("history/drill.jsonl"),
            "drill",
            UUID.randomUUID(),
            clock,
            ticker);
  }

  /** Starts the replicas and waits until all of them stand for the job and one holds office. */
  public static Drill start(DrillCluster cluster, DrillPlan plan) {
    Drill drill = new Drill(cluster, plan);
    try {
      drill.service.replicas().start(plan.replicas());
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

  /** What is disturbed. */
  public ServiceUnderTest service() {
    return service;
  }

  /** T. */
  public Duration lease() {
    return plan.lease();
  }

  /**
   * How long after its predecessor's last sign of life a successor may take office: the lease, the
   * store's grain, and an election.
   */
  public Duration takeoverBound() {
    return plan.lease().plus(service.store().grain()).plus(ELECTION);
  }

  /** How long after the store is well again somebody may take to claim what is due next. */
  public Duration resumptionBound() {
    return takeoverBound().plus(plan.period());
  }

  // What the replicas do ------------------------------------------------------------------------

  /** The replica that is held at a step; waits until there is one. */
  public Replica heldAt(Step step) {
    return replica(awaitEvent("a run at " + step, e -> isAt(e, step)));
  }

  /** Another replica than this one that is held at a step; waits until there is one. */
  public Replica heldAt(Step step, Replica notThis) {
    return replica(
        awaitEvent(
            "another run at " + step, e -> isAt(e, step) && !e.node().equals(notThis.node())));
  }

  private Replica replica(HistoryEvent event) {
    return service.replicas().node(event.node());
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
    service.replicas().all().stream().filter(r -> !r.equals(held)).forEach(r -> release(r, step));
  }

  /**
   * Lets all that is held go on, in a drill that has become pointless, so that it comes to rest.
   */
  public void giveUp() {
    service.replicas().all().stream()
        .filter(replica -> replica.process().isAlive())
        .forEach(replica -> plan.holds().forEach(step -> release(replica, step)));
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
    return service.history().first(wanted).orElseThrow();
  }

  /** Waits until one process, and no other of its node, has told of that. */
  public void awaitFrom(Replica replica, Kind kind) {
    Await.until(kind + " of " + replica, PATIENCE, () -> History.tells(replica.history(), kind));
  }

  private void await(String what, Predicate<History> condition) {
    Await.until(
        what + " (" + service.directory() + ")",
        PATIENCE,
        () -> {
          requireFaults();
          return condition.test(service.history());
        });
  }

  /** What is waited for may never come if its fault is over. */
  private void requireFaults() {
    open.stream()
        .filter(Injection::endedEarly)
        .findFirst()
        .ifPresent(
            injection -> {
              throw new FaultEndedException(injection.toString());
            });
  }

  // Faults --------------------------------------------------------------------------------------

  /**
   * Injects a fault and waits until it holds. Heal it with a {@code try} block.
   *
   * @param bound until when after the injection a successor has to be in office, or after healing
   *     somebody has to claim, or (if none is allowed) how long after healing none may take office
   */
  public Injection inject(Fault fault, Takeover takeover, Duration bound) {
    if (!fault.available()) {
      throw new FaultNotAvailableException(fault.describe());
    }
    Injection injection = new Injection(fault, takeover, bound, history, ticker, this::ended);
    open.add(injection);
    return injection;
  }

  private void ended(Injection injection, FaultFacts fault, Instant at) {
    open.remove(injection);
    faults.add(fault);
    healedAt = at;
  }

  /** The drill proves nothing unless such an event is seen. */
  public void need(Kind kind, String text, String why) {
    needs.add(new Need(true, kind, text, why));
  }

  /** The drill proves nothing if such an event is seen. */
  public void needNo(Kind kind, String text, String why) {
    needs.add(new Need(false, kind, text, why));
  }

  /** All that the store was told from this event until now is not there any more. */
  public void storeForgot(HistoryEvent since) {
    forgotten.add(new Forgotten(since.nanos(), ticker.nanos()));
  }

  /** Nothing that a store was told until now is there any more. */
  public void storeForgotAll() {
    forgotten.add(new Forgotten(Long.MIN_VALUE, ticker.nanos()));
  }

  /**
   * Tries a guarded write that no replica makes, and tells the history how it was answered: {@link
   * #REFUSED} and its token if it was refused.
   */
  public void writeAs(RunContext run) {
    history.write(Draft.of(Kind.WRITE_TRIED, run));
    boolean admitted = service.sinkAdmits(run);
    history.write(
        Draft.of(Kind.WRITE_ANSWERED, run)
            .answer(admitted ? Answer.OK : Answer.FAIL)
            .text((admitted ? "written under " : REFUSED) + run.fence()));
  }

  // The end -------------------------------------------------------------------------------------

  /** Waits for quiet, collects what is left, judges and saves it. */
  public Summary judge() {
    faults.forEach(this::awaitAnswer);
    DueOccurrences due = DueOccurrences.of(service.schedule());
    Instant now = clock.instant();
    Instant judgedUntil = due.firstAfter(now);
    Duration patience = Duration.between(now, judgedUntil.plus(plan.decideWithin()));
    boolean quiet =
        Await.holdsWithin(patience, () -> due.allDecided(judgedUntil, service.history()));
    LOG.debug("drill={} {}", plan.name(), quiet ? "is quiet" : "did not come to rest in time");
    service.replicas().close();
    DrillFacts facts =
        new DrillFacts(
            plan.name(),
            List.of(new JobFacts(WorkloadSettings.JOB, due.instants())),
            faults,
            forgotten,
            healedAt,
            judgedUntil,
            plan.decideWithin(),
            plan.mostLeaderChanges(),
            needs);
    DrillRecord record = new DrillRecord(service.history(), service.truth(), facts);
    record.save(service.directory());
    return Summary.save(record, service.directory());
  }

  /** What comes due while nobody leads is judged too, so the end is after the takeover. */
  private void awaitAnswer(FaultFacts fault) {
    if (fault.tookHold() && fault.owesAnAnswer()) {
      boolean came =
          Await.holdsWithin(fault.bound(), () -> fault.answer(service.history()).isPresent());
      LOG.debug("drill={} {}: {}", plan.name(), fault.fault(), came ? "answered" : "no answer");
    }
  }

  @Override
  public void close() {
    service.close();
    history.close();
  }
}

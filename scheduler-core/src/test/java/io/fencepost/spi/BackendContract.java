package io.fencepost.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds of every backend. Each adapter runs it against its real server. */
public abstract class BackendContract {
  protected static final JobKey JOB = JobKey.of("job");
  protected static final Duration LEASE = Duration.ofSeconds(4);
  private static final Instant WALL = Instant.parse("2026-08-16T00:00:00Z");

  private final List<Backend> opened = new ArrayList<>();

  /** A new connection to the one store of this test. */
  protected abstract Backend connect();

  /** Waits until the condition holds; for a store in memory it holds at once. */
  protected abstract void eventually(java.util.concurrent.Callable<Boolean> condition);

  /** Lets the store end a node's sessions, without the node's doing. */
  protected abstract void expire(Session session);

  @AfterEach
  void closeConnections() {
    opened.forEach(Backend::close);
  }

  /** Hints as they came. */
  public static final class Hints implements SessionHints {
    public final List<JobKey> queueChanges = new CopyOnWriteArrayList<>();
    public final List<String> ends = new CopyOnWriteArrayList<>();

    @Override
    public void queueChanged(JobKey job) {
      queueChanges.add(job);
    }

    @Override
    public void reconnected() {}

    @Override
    public void ended(String why) {
      ends.add(why);
    }
  }

  protected final Backend open() {
    Backend backend = connect();
    opened.add(backend);
    return backend;
  }

  protected static NodeInfo node(String id) {
    return new NodeInfo(id, UUID.randomUUID(), "host", 1, "test");
  }

  protected static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no outcome", e);
    }
  }

  protected static Session enrol(Backend backend, NodeInfo node, SessionHints hints) {
    EnrolOutcome outcome = get(backend.enrol(node, LEASE, hints));
    assertThat(outcome).isInstanceOf(EnrolOutcome.Enrolled.class);
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  protected static Candidate stand(Session session, String guid) {
    StandOutcome outcome = get(session.stand(JOB, guid));
    assertThat(outcome).isInstanceOf(StandOutcome.Standing.class);
    return ((StandOutcome.Standing) outcome).candidate();
  }

  protected static LedgerWrite write(
      Optional<Candidate> candidate, OptionalLong version, String state) {
    return new LedgerWrite(JOB, candidate, version, state, Optional.empty(), List.of());
  }

  protected static WriteOutcome.Granted granted(WriteOutcome outcome) {
    assertThat(outcome).isInstanceOf(WriteOutcome.Granted.class);
    return (WriteOutcome.Granted) outcome;
  }

  protected static WriteOutcome.Rejected rejected(WriteOutcome outcome) {
    assertThat(outcome).isInstanceOf(WriteOutcome.Rejected.class);
    return (WriteOutcome.Rejected) outcome;
  }

  protected static ReadOutcome.Read read(Backend backend) {
    ReadOutcome outcome = get(backend.read(JOB));
    assertThat(outcome).isInstanceOf(ReadOutcome.Read.class);
    return (ReadOutcome.Read) outcome;
  }

  // Sessions -----------------------------------------------------------------------------------

  @Test
  void enrol_grantsALease_andRenewalSucceeds() {
    Session session = enrol(open(), node("n1"), new Hints());

    assertThat(session.lease()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(session.grain().isNegative()).isFalse();
    assertThat(get(session.renew(WALL))).isInstanceOf(RenewOutcome.Renewed.class);
  }

  @Test
  void enrol_underTheIdOfAnotherLiveProcess_isRefused() {
    enrol(open(), node("n1"), new Hints());

    EnrolOutcome outcome = get(open().enrol(node("n1"), LEASE, new Hints()));

    assertThat(outcome).isInstanceOf(EnrolOutcome.NodeIdTaken.class);
  }

  @Test
  void enrol_ofTheSameProcessAgain_replacesItsEntry() {
    Backend backend = open();
    NodeInfo node = node("n1");
    enrol(backend, node, new Hints());

    Session second = enrol(backend, node, new Hints());

    assertThat(get(second.renew(WALL))).isInstanceOf(RenewOutcome.Renewed.class);
  }

  @Test
  void enrol_afterTheOtherProcessHasLeft_isGranted() {
    Session first = enrol(open(), node("n1"), new Hints());
    first.close();

    Backend backend = open();
    NodeInfo other = node("n1");
    eventually(
        () -> get(backend.enrol(other, LEASE, new Hints())) instanceof EnrolOutcome.Enrolled);
  }

  @Test
  void renew_afterTheStoreEndedTheSession_saysEnded() {
    Session session = enrol(open(), node("n1"), new Hints());

    expire(session);

    eventually(() -> get(session.renew(WALL)) instanceof RenewOutcome.Ended);
  }

  // Line ---------------------------------------------------------------------------------------

  @Test
  void stand_givesPlacesInOrder() {
    Session one = enrol(open(), node("n1"), new Hints());
    Session two = enrol(open(), node("n2"), new Hints());
    Candidate first = stand(one, "00000000000000aa");
    Candidate second = stand(two, "0000000000000001");

    assertThat(get(one.look(first))).isInstanceOf(QueueOutcome.First.class);
    assertThat(get(two.look(second))).isEqualTo(new QueueOutcome.Behind(first.path()));
    assertThat(first.order()).isLessThan(second.order());
  }

  @Test
  void stand_againUnderTheSameGuid_isTheSameCandidate() {
    Session session = enrol(open(), node("n1"), new Hints());
    Candidate first = stand(session, "00000000000000aa");

    assertThat(stand(session, "00000000000000aa")).isEqualTo(first);
  }

  @Test
  void look_behindAnother_leavesAWatchThatHints() {
    Hints hints = new Hints();
    Session one = enrol(open(), node("n1"), new Hints());
    Session two = enrol(open(), node("n2"), hints);
    Candidate first = stand(one, "00000000000000aa");
    Candidate second = stand(two, "00000000000000bb");
    get(two.look(second));

    assertThat(get(one.withdraw(first))).isInstanceOf(WithdrawOutcome.Done.class);

    eventually(() -> hints.queueChanges.contains(JOB));
    assertThat(get(two.look(second))).isInstanceOf(QueueOutcome.First.class);
  }

  @Test
  void session_thatCloses_leavesTheLine() {
    Hints hints = new Hints();
    Session one = enrol(open(), node("n1"), new Hints());
    Session two = enrol(open(), node("n2"), hints);
    stand(one, "00000000000000aa");
    Candidate second = stand(two, "00000000000000bb");
    get(two.look(second));

    one.close();

    eventually(() -> hints.queueChanges.contains(JOB));
    assertThat(get(two.look(second))).isInstanceOf(QueueOutcome.First.class);
  }

  @Test
  void look_forACandidateThatIsGone_saysAbsent() {
    Session session = enrol(open(), node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    get(session.withdraw(mine));

    assertThat(get(session.look(mine))).isInstanceOf(QueueOutcome.Absent.class);
    assertThat(get(session.withdraw(mine))).isInstanceOf(WithdrawOutcome.Done.class);
  }

  @Test
  void stand_inAnEndedSession_isNotStanding() {
    Session session = enrol(open(), node("n1"), new Hints());
    expire(session);

    eventually(
        () -> get(session.stand(JOB, "00000000000000aa")) instanceof StandOutcome.SessionEnded);
  }

  // Ledger -------------------------------------------------------------------------------------

  @Test
  void read_ofAJobThatNobodyLed_isEmpty() {
    Backend backend = open();
    enrol(backend, node("n1"), new Hints());

    assertThat(read(backend).state()).isEmpty();
    assertThat(read(backend).definition()).isEmpty();
  }

  @Test
  void firstWrite_createsTheState_andItsTokenIsWhatAReadShows() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");

    WriteOutcome.Granted first =
        granted(
            get(
                backend.write(
                    new LedgerWrite(
                        JOB,
                        Optional.of(mine),
                        OptionalLong.empty(),
                        "one",
                        Optional.of("definition"),
                        List.of(new RunEntry(0, "run 0"))))));

    StoredState stored = read(backend).state().orElseThrow();
    assertThat(stored).isEqualTo(new StoredState(first.version(), first.token(), "one"));
    assertThat(read(backend).definition()).contains("definition");
    assertThat(get(backend.runs(JOB)))
        .isEqualTo(new RunsOutcome.Listed(List.of(new RunEntry(0, "run 0"))));
  }

  @Test
  void laterWrites_haveRisingTokens_alsoPastRejectedOnes() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    WriteOutcome.Granted last =
        granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "0"))));

    for (int i = 1; i < 20; i++) {
      rejected(
          get(backend.write(write(Optional.of(mine), OptionalLong.of(last.version() + 7), "x"))));
      WriteOutcome.Granted next =
          granted(
              get(
                  backend.write(
                      write(Optional.of(mine), OptionalLong.of(last.version()), "" + i))));
      assertThat(next.token()).isGreaterThan(last.token());
      assertThat(read(backend).state().orElseThrow().token()).isEqualTo(next.token());
      last = next;
    }
  }

  @Test
  void write_atAnotherVersion_isRejectedAndChangesNothing() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    WriteOutcome.Granted first =
        granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "one"))));
    granted(get(backend.write(write(Optional.of(mine), OptionalLong.of(first.version()), "two"))));

    WriteOutcome.Rejected late =
        rejected(
            get(
                backend.write(
                    new LedgerWrite(
                        JOB,
                        Optional.of(mine),
                        OptionalLong.of(first.version()),
                        "late",
                        Optional.of("late"),
                        List.of(new RunEntry(9, "late"))))));

    assertThat(late.reason())
        .isIn(WriteOutcome.Reason.STATE_CHANGED, WriteOutcome.Reason.CONDITION_FAILED);
    assertThat(read(backend).state().orElseThrow().json()).isEqualTo("two");
    assertThat(read(backend).definition()).isEmpty();
    assertThat(get(backend.runs(JOB))).isEqualTo(new RunsOutcome.Listed(List.of()));
  }

  @Test
  void firstWrite_whereThereIsAState_isRejected() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "one"))));

    rejected(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "again"))));

    assertThat(read(backend).state().orElseThrow().json()).isEqualTo("one");
  }

  @Test
  void write_whoseCandidateIsGone_isRejected() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    WriteOutcome.Granted first =
        granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "one"))));
    get(session.withdraw(mine));

    WriteOutcome.Rejected late =
        rejected(
            get(backend.write(write(Optional.of(mine), OptionalLong.of(first.version()), "x"))));

    assertThat(late.reason())
        .isIn(WriteOutcome.Reason.CANDIDATE_GONE, WriteOutcome.Reason.CONDITION_FAILED);
  }

  @Test
  void write_underACandidateOfAnEndedSession_isRejected() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    expire(session);
    Backend other = open();
    Session next = enrol(other, node("n2"), new Hints());
    Candidate theirs = stand(next, "00000000000000bb");
    eventually(() -> get(next.look(theirs)) instanceof QueueOutcome.First);

    rejected(get(other.write(write(Optional.of(mine), OptionalLong.empty(), "late"))));

    assertThat(read(other).state()).isEmpty();
  }

  @Test
  void finish_needsNoCandidate() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    WriteOutcome.Granted first =
        granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "one"))));
    get(session.withdraw(mine));

    granted(get(backend.write(write(Optional.empty(), OptionalLong.of(first.version()), "two"))));

    assertThat(read(backend).state().orElseThrow().json()).isEqualTo("two");
  }

  @Test
  void sameWriteAgain_isRejected_andTheStateIsTheWriters() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    WriteOutcome.Granted first =
        granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "one"))));
    LedgerWrite claim = write(Optional.of(mine), OptionalLong.of(first.version()), "nonce");
    WriteOutcome.Granted claimed = granted(get(backend.write(claim)));

    rejected(get(backend.write(claim)));

    assertThat(read(backend).state())
        .contains(new StoredState(claimed.version(), claimed.token(), "nonce"));
  }

  @Test
  void oversizedWrite_isRejectedNotUnknown() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");

    WriteOutcome.Rejected refused =
        rejected(
            get(
                backend.write(
                    write(Optional.of(mine), OptionalLong.empty(), "x".repeat(2_000_000)))));

    assertThat(refused.reason()).isEqualTo(WriteOutcome.Reason.CANNOT_WRITE);
    assertThat(get(session.renew(WALL))).isInstanceOf(RenewOutcome.Renewed.class);
  }

  @Test
  void runs_areListedInOrder_andTrimmedWithoutHarmToLaterWrites() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    Candidate mine = stand(session, "00000000000000aa");
    WriteOutcome.Granted last =
        granted(get(backend.write(write(Optional.of(mine), OptionalLong.empty(), "0"))));
    for (int i = 0; i < 20; i++) {
      last =
          granted(
              get(
                  backend.write(
                      new LedgerWrite(
                          JOB,
                          Optional.of(mine),
                          OptionalLong.of(last.version()),
                          "" + i,
                          Optional.empty(),
                          List.of(new RunEntry(i, "run " + i))))));
    }

    get(backend.trimRuns(JOB, 15));

    eventually(() -> numbers(backend).equals(List.of(15L, 16L, 17L, 18L, 19L)));
    get(backend.trimRuns(JOB, 15));
    granted(
        get(
            backend.write(
                new LedgerWrite(
                    JOB,
                    Optional.of(mine),
                    OptionalLong.of(last.version()),
                    "end",
                    Optional.empty(),
                    List.of(new RunEntry(20, "run 20"), new RunEntry(21, "run 21"))))));
    assertThat(numbers(backend)).endsWith(20L, 21L);
  }

  private static List<Long> numbers(Backend backend) {
    RunsOutcome.Listed listed = (RunsOutcome.Listed) get(backend.runs(JOB));
    return listed.runs().stream().map(RunEntry::number).toList();
  }

  @Test
  void jobs_haveLedgersAndLinesOfTheirOwn() {
    Backend backend = open();
    Session session = enrol(backend, node("n1"), new Hints());
    JobKey shard = new JobKey(JOB.name(), 3);
    stand(session, "00000000000000aa");
    Candidate other =
        ((StandOutcome.Standing) get(session.stand(shard, "00000000000000bb"))).candidate();

    assertThat(get(session.look(other))).isInstanceOf(QueueOutcome.First.class);
    granted(
        get(
            backend.write(
                new LedgerWrite(
                    shard,
                    Optional.of(other),
                    OptionalLong.empty(),
                    "shard",
                    Optional.empty(),
                    List.of()))));
    assertThat(read(backend).state()).isEmpty();
  }
}

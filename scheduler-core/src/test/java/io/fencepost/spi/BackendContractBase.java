package io.fencepost.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.spi.WriteOutcome.Reason;
import io.fencepost.spi.WriteOutcome.Rejected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** What a backend's module says of itself, and the words the contract is written in. */
abstract class BackendContractBase {
  static final JobKey JOB = JobKey.of("settlement");
  static final String A = "00000000000000aa";
  static final String B = "00000000000000bb";
  static final String C = "00000000000000cc";
  static final String TERM = "00000000000000dd";
  static final Instant HEARTBEAT = Instant.parse("2026-08-16T02:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final List<Backend> opened = new ArrayList<>();

  /** A connection of its own to the store and namespace of this test, which start out empty. */
  protected abstract Backend connect();

  /** The store ends the session as if its lease had run out. */
  protected abstract void expire(Session session);

  /** What to ask for; the tests renew nothing, so long enough for one test. */
  protected Duration lease() {
    return Duration.ofSeconds(8);
  }

  @AfterEach
  void closeBackends() {
    opened.forEach(Backend::close);
  }

  final Backend node() {
    Backend backend = connect();
    opened.add(backend);
    return backend;
  }

  static NodeInfo info(String id, int process) {
    return new NodeInfo(id, new UUID(7, process), "host-" + process, 4000 + process, "test");
  }

  final Session enrol(Backend backend, String id) {
    return enrol(backend, info(id, 1), new RecordedHints());
  }

  final Session enrol(Backend backend, NodeInfo info, SessionHints hints) {
    EnrolOutcome outcome = await(backend.enrol(info, lease(), hints));
    assertThat(outcome).isInstanceOf(EnrolOutcome.Enrolled.class);
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  final Candidate stand(Session session, JobKey job, String guid) {
    StandOutcome outcome = await(session.stand(job, guid));
    assertThat(outcome).isInstanceOf(StandOutcome.Standing.class);
    return ((StandOutcome.Standing) outcome).candidate();
  }

  final StoredState state(Backend backend, JobKey job) {
    return read(backend, job).state().orElseThrow();
  }

  final ReadOutcome.Read read(Backend backend, JobKey job) {
    ReadOutcome outcome = await(backend.read(job));
    assertThat(outcome).isInstanceOf(ReadOutcome.Read.class);
    return (ReadOutcome.Read) outcome;
  }

  final List<RunEntry> runs(Backend backend, JobKey job) {
    RunsOutcome outcome = await(backend.runs(job));
    assertThat(outcome).isInstanceOf(RunsOutcome.Listed.class);
    return ((RunsOutcome.Listed) outcome).runs();
  }

  /** Takes office if it is to be the first write, else needs it. */
  static LedgerWrite write(JobKey job, OptionalLong version, String state, RunEntry... runs) {
    return write(job, TERM, version.isEmpty(), version, state, runs);
  }

  static LedgerWrite write(
      JobKey job,
      String term,
      boolean takesOffice,
      OptionalLong version,
      String state,
      RunEntry... runs) {
    return new LedgerWrite(
        job, Optional.empty(), term, takesOffice, version, state, Optional.empty(), List.of(runs));
  }

  static LedgerWrite claim(Candidate candidate, OptionalLong version, String state) {
    return new LedgerWrite(
        candidate.job(),
        Optional.of(candidate),
        TERM,
        version.isEmpty(),
        version,
        state,
        Optional.empty(),
        List.of());
  }

  final Granted granted(Backend backend, LedgerWrite write) {
    WriteOutcome outcome = await(backend.write(write));
    assertThat(outcome).isInstanceOf(Granted.class);
    return (Granted) outcome;
  }

  /** Rejected for this reason, or by a store that only says that a condition failed. */
  final void assertRejected(Backend backend, LedgerWrite write, Reason reason) {
    WriteOutcome outcome = await(backend.write(write));
    assertThat(outcome).isInstanceOf(Rejected.class);
    assertThat(((Rejected) outcome).reason()).isIn(reason, Reason.CONDITION_FAILED);
  }

  static OptionalLong none() {
    return OptionalLong.empty();
  }

  static OptionalLong at(long version) {
    return OptionalLong.of(version);
  }

  static <T> T await(CompletionStage<T> reply) {
    try {
      return reply.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      throw new AssertionError("no outcome", e);
    }
  }

  /** Asks again until the answer fits; for what a store may learn a little later. */
  static <T> T until(Supplier<CompletionStage<T>> call, Predicate<T> fits) {
    T answer = await(call.get());
    for (int tries = 0; !fits.test(answer); tries++) {
      assertThat(tries).as("tries; the last answer was %s", answer).isLessThan(20_000);
      answer = await(call.get());
    }
    return answer;
  }

  static void awaitHint(RecordedHints hints, String hint) {
    hints.await(hint, PATIENCE);
  }
}

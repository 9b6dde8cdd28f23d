package io.fencepost.testing;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobKey;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.StoredState;
import io.fencepost.spi.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A coordination store in memory, as one linearizable server with leases and revisions. It lives by
 * a {@link ManualTime}: a lease that is not renewed is over the lease and the grain after its last
 * renewal. Share one between the {@link MemoryBackend}s of a cluster. Safe for use from many
 * threads.
 */
public final class MemoryStore {
  /** The largest value that is taken, in characters. */
  public static final int LARGEST_VALUE = 1_000_000;

  private final ManualTime time;
  private final Duration grain;
  private final Map<Long, Lease> leases = new LinkedHashMap<>();
  private final Map<String, Long> nodes = new HashMap<>();
  private final Map<JobKey, Ledger> ledgers = new HashMap<>();
  private boolean tellsTime = true;
  private long revision;
  private long nextLease = 1;

  public MemoryStore(ManualTime time, Duration grain) {
    this.time = requireNonNull(time, "time is null");
    this.grain = requireNonNull(grain, "grain is null");
  }

  private static final class Ledger {
    final TreeMap<Long, Standing> line = new TreeMap<>();
    final TreeMap<Long, String> runs = new TreeMap<>();
    @Nullable StoredState state;
    String term = "";
    @Nullable String definition;
  }

  private record Standing(Candidate candidate, long lease) {}

  /** Told when a lease's line changed or the lease is over. */
  interface Watcher {
    void queueChanged(JobKey job);

    void ended(String why);
  }

  private static final class Lease {
    final NodeInfo node;
    final Duration ttl;
    final Watcher watcher;
    long renewedNanos;
    Optional<Instant> heartbeat = Optional.empty();

    Lease(NodeInfo node, Duration ttl, Watcher watcher, long renewedNanos) {
      this.node = node;
      this.ttl = ttl;
      this.watcher = watcher;
      this.renewedNanos = renewedNanos;
    }
  }

  Duration grain() {
    return grain;
  }

  /** Makes the store tell its time with each renewal, as it does at first, or not. */
  public synchronized void tellTime(boolean value) {
    tellsTime = value;
  }

  synchronized Optional<Instant> toldTime() {
    return tellsTime ? Optional.of(time.now()) : Optional.empty();
  }

  synchronized Map<String, Instant> heartbeatsBeside(long id) {
    Map<String, Instant> heartbeats = new HashMap<>();
    leases.forEach(
        (other, lease) -> {
          if (!tellsTime && other != id) {
            lease.heartbeat.ifPresent(at -> heartbeats.put(lease.node.id(), at));
          }
        });
    return heartbeats;
  }

  /** The number of the last transaction. */
  public synchronized long revision() {
    return revision;
  }

  /** Makes later transactions take lower numbers, as a restored backup does. */
  public synchronized void slipRevisionTo(long lower) {
    revision = lower;
  }

  // Leases -------------------------------------------------------------------------------------

  synchronized Optional<Long> grant(NodeInfo node, Duration ttl, Watcher watcher) {
    expire();
    Long holder = nodes.get(node.id());
    Lease other = holder == null ? null : leases.get(holder);
    if (other != null && !other.node.process().equals(node.process())) {
      return Optional.empty();
    }
    long id = nextLease++;
    leases.put(id, new Lease(node, ttl, watcher, time.nanos()));
    nodes.put(node.id(), id);
    return Optional.of(id);
  }

  synchronized Optional<NodeInfo> holderOf(String nodeId) {
    return Optional.ofNullable(nodes.get(nodeId))
        .flatMap(id -> Optional.ofNullable(leases.get(id)))
        .map(lease -> lease.node);
  }

  synchronized boolean renew(long id, Instant wallClock) {
    expire();
    Lease lease = leases.get(id);
    if (lease == null) {
      return false;
    }
    lease.renewedNanos = time.nanos();
    lease.heartbeat = Optional.of(wallClock);
    return true;
  }

  /** Ends leases whose time is over. Everything else does so first. */
  public synchronized void expire() {
    for (Map.Entry<Long, Lease> entry : List.copyOf(leases.entrySet())) {
      Lease lease = entry.getValue();
      long age = time.nanos() - lease.renewedNanos;
      if (age > lease.ttl.plus(grain).toNanos()) {
        end(entry.getKey(), "expired");
      }
    }
  }

  /** Ends a node's leases at once, as a store may do against its promise. */
  public synchronized void revoke(String nodeId) {
    for (Map.Entry<Long, Lease> entry : List.copyOf(leases.entrySet())) {
      if (entry.getValue().node.id().equals(nodeId)) {
        end(entry.getKey(), "revoked");
      }
    }
  }

  synchronized void end(long id, String why) {
    Lease lease = leases.remove(id);
    if (lease == null) {
      return;
    }
    nodes.remove(lease.node.id(), id);
    ledgers.values().forEach(ledger -> leaveAll(id, ledger));
    lease.watcher.ended(why);
  }

  // Lines --------------------------------------------------------------------------------------

  synchronized Optional<Candidate> stand(long lease, JobKey job, String guid) {
    expire();
    if (!leases.containsKey(lease)) {
      return Optional.empty();
    }
    Ledger ledger = ledger(job);
    for (Standing standing : ledger.line.values()) {
      if (standing.lease == lease && standing.candidate.guid().equals(guid)) {
        return Optional.of(standing.candidate);
      }
    }
    long order = ++revision;
    Candidate candidate = new Candidate(job, guid, job + "/" + guid + "-" + order, order);
    ledger.line.put(order, new Standing(candidate, lease));
    return Optional.of(candidate);
  }

  /** Carries out a request of the node to stand that was long under way. */
  public synchronized void standLate(String nodeId, JobKey job) {
    Long lease = nodes.get(nodeId);
    if (lease != null) {
      stand(lease, job, "late");
    }
  }

  /**
   * Takes what else the lease has in line out of it, and answers the candidate right before; the
   * candidate itself if it is the first; nothing if it is not in line.
   */
  synchronized Optional<Candidate> before(long lease, Candidate candidate) {
    expire();
    TreeMap<Long, Standing> line = ledger(candidate.job()).line;
    if (!line.containsKey(candidate.order())) {
      return Optional.empty();
    }
    for (Standing standing : List.copyOf(line.values())) {
      if (standing.lease == lease && !standing.candidate.equals(candidate)) {
        leave(ledger(candidate.job()), standing.candidate);
      }
    }
    Map.Entry<Long, Standing> lower = line.lowerEntry(candidate.order());
    return Optional.of(lower == null ? candidate : lower.getValue().candidate());
  }

  synchronized void withdraw(long lease, JobKey job) {
    expire();
    leaveAll(lease, ledger(job));
  }

  private void leaveAll(long lease, Ledger ledger) {
    for (Standing standing : List.copyOf(ledger.line.values())) {
      if (standing.lease == lease) {
        leave(ledger, standing.candidate);
      }
    }
  }

  private void leave(Ledger ledger, Candidate candidate) {
    if (ledger.line.remove(candidate.order()) == null) {
      return;
    }
    revision++;
    Map.Entry<Long, Standing> next = ledger.line.higherEntry(candidate.order());
    if (next != null) {
      Lease lease = leases.get(next.getValue().lease);
      if (lease != null) {
        lease.watcher.queueChanged(candidate.job());
      }
    }
  }

  // Ledgers ------------------------------------------------------------------------------------

  synchronized Optional<StoredState> state(JobKey job) {
    return Optional.ofNullable(ledger(job).state);
  }

  synchronized Optional<String> definition(JobKey job) {
    return Optional.ofNullable(ledger(job).definition);
  }

  synchronized List<RunEntry> runs(JobKey job) {
    List<RunEntry> runs = new ArrayList<>();
    ledger(job).runs.forEach((number, json) -> runs.add(new RunEntry(number, json)));
    return runs;
  }

  synchronized void trimRuns(JobKey job, String term, long below) {
    Ledger ledger = ledger(job);
    if (ledger.term.equals(term)) {
      ledger.runs.headMap(below).clear();
    }
  }

  synchronized WriteOutcome write(LedgerWrite write) {
    expire();
    Ledger ledger = ledger(write.job());
    if (tooLarge(write)) {
      return rejected(WriteOutcome.Reason.CANNOT_WRITE, "a value is too large");
    }
    if (write.candidate().isPresent()
        && !ledger.line.containsKey(write.candidate().get().order())) {
      return rejected(WriteOutcome.Reason.CANDIDATE_GONE, write.candidate().get().path());
    }
    StoredState before = ledger.state;
    boolean asExpected =
        write.expectedVersion().isPresent()
            ? before != null && before.version() == write.expectedVersion().getAsLong()
            : before == null;
    if (!asExpected) {
      return rejected(
          WriteOutcome.Reason.STATE_CHANGED,
          "state is at version " + (before == null ? "none" : before.version()));
    }
    if (!write.takesOffice() && !ledger.term.equals(write.term())) {
      return rejected(WriteOutcome.Reason.STATE_CHANGED, "another term has begun: " + ledger.term);
    }
    if (write.runs().stream().anyMatch(run -> ledger.runs.containsKey(run.number()))) {
      return rejected(WriteOutcome.Reason.CONDITION_FAILED, "the run record exists already");
    }
    revision++;
    ledger.term = write.term();
    ledger.state = new StoredState(revision, revision, write.state());
    write.definition().ifPresent(definition -> ledger.definition = definition);
    write.runs().forEach(run -> ledger.runs.put(run.number(), run.json()));
    return new WriteOutcome.Granted(revision, revision);
  }

  private static boolean tooLarge(LedgerWrite write) {
    return write.state().length() > LARGEST_VALUE
        || write.definition().filter(d -> d.length() > LARGEST_VALUE).isPresent()
        || write.runs().stream().anyMatch(run -> run.json().length() > LARGEST_VALUE);
  }

  private static WriteOutcome rejected(WriteOutcome.Reason reason, String detail) {
    return new WriteOutcome.Rejected(reason, detail);
  }

  private Ledger ledger(JobKey job) {
    return ledgers.computeIfAbsent(job, key -> new Ledger());
  }
}

package io.fencepost.drill.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fencepost.drill.history.LedgerChange.CandidateGone;
import io.fencepost.drill.history.LedgerChange.CandidateStood;
import io.fencepost.drill.history.LedgerChange.RunRecorded;
import io.fencepost.drill.history.LedgerChange.StateWritten;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.ByteBufferInputStream;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.TxnLog.TxnIterator;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.DeleteTxn;
import org.apache.zookeeper.txn.MultiTxn;
import org.apache.zookeeper.txn.SetDataTxn;
import org.apache.zookeeper.txn.Txn;
import org.apache.zookeeper.txn.TxnHeader;
import org.jspecify.annotations.Nullable;

/**
 * Reads what happened to the jobs of a namespace from the transaction logs of ZooKeeper's servers:
 * every committed change, in the order that the ensemble gave them.
 *
 * <p>Read them when all servers serve and nothing is being written: until then the last entries of
 * a log may be ones that were never committed. A server that was away may have been sent a snapshot
 * in place of what it missed, so its log has a gap that another one's fills; a gap in all of them
 * is refused.
 */
final class ZooKeeperLog implements LedgerLog {
  private static final int COUNTER_BITS = 32;

  private final List<Path> servers;
  private final Pattern path;
  private final List<LedgerChange> changes = new ArrayList<>();
  private final Map<String, Long> sessionOfCandidate = new HashMap<>();
  private long last;

  /**
   * @param servers the servers' data directories
   */
  ZooKeeperLog(List<Path> servers, String namespace) {
    this.servers = List.copyOf(servers);
    path =
        Pattern.compile(
            "/fencepost/"
                + Pattern.quote(namespace)
                + "/jobs/(?<job>[^/]+)/(?<key>state|election/[^/]+|runs/[^/]+)");
  }

  /**
   * Reads the logs from their beginning.
   *
   * @throws IllegalStateException if all logs have the same gap
   */
  @Override
  public List<LedgerChange> read() {
    changes.clear();
    sessionOfCandidate.clear();
    last = 0;
    SortedMap<Long, Entry> entries = new TreeMap<>();
    servers.forEach(data -> readInto(entries, data));
    try {
      for (Entry entry : entries.values()) {
        add(entry.header(), entry.transaction());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read a transaction of " + servers, e);
    }
    return List.copyOf(changes);
  }

  /**
   * ZooKeeper keeps nothing for watchers that come back: they are told that it is now otherwise.
   */
  @Override
  public void compact() {}

  /** One transaction of a log; one that changed nothing has no record. */
  private record Entry(TxnHeader header, @Nullable Record transaction) {}

  private static void readInto(SortedMap<Long, Entry> entries, Path data) {
    try (FileTxnLog files = new FileTxnLog(data.resolve("version-2").toFile());
        TxnIterator log = files.read(1)) {
      while (log.getHeader() != null) {
        entries.put(log.getHeader().getZxid(), new Entry(log.getHeader(), log.getTxn()));
        if (!log.next()) {
          break;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the transaction log below " + data, e);
    }
  }

  private void add(TxnHeader header, @Nullable Record transaction) throws IOException {
    requireNoGap(header.getZxid());
    if (header.getType() == OpCode.closeSession) {
      sessionEnded(header.getZxid(), header.getClientId());
    } else if (transaction instanceof MultiTxn multi) {
      for (Txn part : multi.getTxns()) {
        Optional<Record> change = parse(part);
        change.ifPresent(record -> apply(header, record));
      }
    } else if (transaction != null) {
      apply(header, transaction);
    }
  }

  /**
   * The first number of an epoch is 1, and within it there are no holes: refused requests use up
   * numbers and are logged too.
   */
  private void requireNoGap(long zxid) {
    boolean newEpoch = last == 0 || zxid >>> COUNTER_BITS != last >>> COUNTER_BITS;
    long expected = newEpoch ? (zxid >>> COUNTER_BITS << COUNTER_BITS) + 1 : last + 1;
    if (zxid != expected) {
      throw new IllegalStateException(
          "the transaction log has a gap before 0x"
              + Long.toHexString(zxid)
              + ": 0x"
              + Long.toHexString(expected)
              + " is missing");
    }
    last = zxid;
  }

  /** The part of a transaction, if it is one that changes something. */
  private static Optional<Record> parse(Txn part) throws IOException {
    Optional<Record> record =
        switch (part.getType()) {
          case OpCode.create, OpCode.create2 -> Optional.of(new CreateTxn());
          case OpCode.setData -> Optional.of(new SetDataTxn());
          case OpCode.delete -> Optional.of(new DeleteTxn());
          default -> Optional.empty();
        };
    if (record.isPresent()) {
      ByteBufferInputStream.byteBuffer2Record(ByteBuffer.wrap(part.getData()), record.get());
    }
    return record;
  }

  private void apply(TxnHeader header, Record change) {
    long order = header.getZxid();
    if (change instanceof CreateTxn create) {
      Matcher key = path.matcher(create.getPath());
      if (key.matches()) {
        created(header, key, create);
      }
    } else if (change instanceof SetDataTxn write) {
      Matcher key = path.matcher(write.getPath());
      if (key.matches() && key.group("key").equals("state")) {
        changes.add(new StateWritten(order, key.group("job"), text(write.getData())));
      }
    } else if (change instanceof DeleteTxn delete) {
      candidateGone(order, delete.getPath());
    }
  }

  private void created(TxnHeader header, Matcher key, CreateTxn create) {
    long order = header.getZxid();
    String job = key.group("job");
    if (key.group("key").startsWith("election/")) {
      sessionOfCandidate.put(create.getPath(), header.getClientId());
      changes.add(new CandidateStood(order, job, create.getPath()));
    } else if (key.group("key").startsWith("runs/")) {
      changes.add(new RunRecorded(order, job, text(create.getData())));
    } else if (create.getData() != null && create.getData().length > 0) {
      changes.add(new StateWritten(order, job, text(create.getData())));
    }
  }

  private void sessionEnded(long order, long session) {
    List.copyOf(sessionOfCandidate.entrySet()).stream()
        .filter(entry -> entry.getValue() == session)
        .forEach(entry -> candidateGone(order, entry.getKey()));
  }

  private void candidateGone(long order, String candidate) {
    if (sessionOfCandidate.remove(candidate) != null) {
      Matcher key = path.matcher(candidate);
      if (key.matches()) {
        changes.add(new CandidateGone(order, key.group("job"), candidate));
      }
    }
  }

  private static String text(byte[] data) {
    return new String(data, UTF_8);
  }
}

package io.fencepost.drill.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.fencepost.drill.history.LedgerChange.CandidateGone;
import io.fencepost.drill.history.LedgerChange.CandidateStood;
import io.fencepost.drill.history.LedgerChange.RunRecorded;
import io.fencepost.drill.history.LedgerChange.StateWritten;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what happened to the jobs of a namespace from etcd: every change since revision 1, in the
 * order of revisions. A history that was compacted is refused.
 */
public final class EtcdLog {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String root;
  private final Pattern path;
  private final List<LedgerChange> changes = new ArrayList<>();
  private final CompletableFuture<List<LedgerChange>> read = new CompletableFuture<>();

  private EtcdLog(String namespace) {
    root = "/fencepost/" + namespace + "/";
    path =
        Pattern.compile(
            Pattern.quote(root) + "jobs/(?<job>[^/]+)/(?<key>state|election/[^/]+|runs/[^/]+)");
  }

  /**
   * Reads it all. Writes a key of its own below the namespace, whose event says that all earlier
   * ones have come.
   *
   * @param endpoints client URLs, with commas
   */
  public static List<LedgerChange> read(String endpoints, String namespace) {
    EtcdLog log = new EtcdLog(namespace);
    try (Client client = Client.builder().endpoints(endpoints.split(",", -1)).build();
        Watch.Watcher watch =
            client
                .getWatchClient()
                .watch(
                    bytes(log.root),
                    WatchOption.builder().isPrefix(true).withRevision(1).build(),
                    Watch.listener(log::add, log.read::completeExceptionally))) {
      client
          .getKVClient()
          .put(bytes(log.end()), bytes(""))
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return log.read.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("could not read the history of " + endpoints, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private String end() {
    return root + "end-of-drill";
  }

  private void add(WatchResponse response) {
    for (WatchEvent event : response.getEvents()) {
      KeyValue now = event.getKeyValue();
      String key = now.getKey().toString(UTF_8);
      if (key.equals(end())) {
        read.complete(List.copyOf(changes));
        return;
      }
      Matcher known = path.matcher(key);
      if (known.matches()) {
        add(event.getEventType(), now, known);
      }
    }
  }

  private void add(WatchEvent.EventType type, KeyValue now, Matcher known) {
    long order = now.getModRevision();
    String job = known.group("job");
    boolean put = type == WatchEvent.EventType.PUT;
    if (known.group("key").startsWith("election/")) {
      changes.add(
          put
              ? new CandidateStood(order, job, known.group())
              : new CandidateGone(order, job, known.group()));
    } else if (put && known.group("key").equals("state")) {
      changes.add(new StateWritten(order, job, now.getValue().toString(UTF_8)));
    } else if (put) {
      changes.add(new RunRecorded(order, job, now.getValue().toString(UTF_8)));
    }
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, UTF_8);
  }
}

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
 * What happened to the jobs of a namespace, as etcd tells it: every change in the order of
 * revisions. Used from one thread.
 */
final class EtcdLog implements LedgerLog {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String endpoints;
  private final String root;
  private final Pattern path;
  private final List<LedgerChange> changes = new ArrayList<>();
  private long next;

  /**
   * @param endpoints client URLs, with commas
   */
  EtcdLog(String endpoints, String namespace) {
    this.endpoints = endpoints;
    root = "/fencepost/" + namespace + "/";
    path =
        Pattern.compile(
            Pattern.quote(root) + "jobs/(?<job>[^/]+)/(?<key>state|election/[^/]+|runs/[^/]+)");
    try (Client client = client()) {
      next = mark(client);
    }
  }

  private Client client() {
    return Client.builder().endpoints(endpoints.split(",", -1)).build();
  }

  /**
   * Reads on. A key of the drill's own below the namespace says where to: its event comes after all
   * earlier ones.
   */
  @Override
  public List<LedgerChange> read() {
    CompletableFuture<Void> complete = new CompletableFuture<>();
    try (Client client = client()) {
      long end = mark(client);
      WatchOption option = WatchOption.builder().isPrefix(true).withRevision(next).build();
      try (Watch.Watcher watch =
          client
              .getWatchClient()
              .watch(
                  bytes(root),
                  option,
                  Watch.listener(
                      response -> add(response, end, complete), complete::completeExceptionally))) {
        await(complete);
      }
      next = end + 1;
    }
    return List.copyOf(changes);
  }

  /** What watchers have not been told by now they never are. */
  @Override
  public void compact() {
    read();
    try (Client client = client()) {
      await(client.getKVClient().compact(next - 1));
    }
  }

  /** Writes the drill's own key, and returns the revision of that. */
  private long mark(Client client) {
    return await(client.getKVClient().put(bytes(root + "drill"), bytes("")))
        .getHeader()
        .getRevision();
  }

  private <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("could not read the history of " + endpoints, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void add(WatchResponse response, long end, CompletableFuture<Void> complete) {
    for (WatchEvent event : response.getEvents()) {
      KeyValue now = event.getKeyValue();
      if (now.getModRevision() >= end) {
        complete.complete(null);
        return;
      }
      Matcher known = path.matcher(now.getKey().toString(UTF_8));
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

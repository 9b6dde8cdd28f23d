package io.fencepost.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.Proxy;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.Session;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server for the class, a namespace for each test, and nodes that reach it directly or through a
 * proxy.
 */
abstract class ServerTest {
  static final JobKey JOB = JobKey.of("settlement");
  static final Duration LEASE = Duration.ofMillis(1200);
  static final Duration PATIENCE = Duration.ofSeconds(20);
  static final Instant HEARTBEAT = Instant.parse("2026-08-16T02:00:00Z");
  static final String A = "00000000000000aa";
  static final String B = "00000000000000bb";
  static final String TERM = "00000000000000dd";

  static Server server;

  final String namespace = UUID.randomUUID().toString();
  final Paths paths = new Paths(namespace);
  private final List<AutoCloseable> opened = new ArrayList<>();
  Proxy proxy;
  ZooKeeper raw;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = new Server(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void connectBesides() throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    raw = new ZooKeeper(server.address(), 5_000, event -> connected.countDown());
    assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
    proxy = new Proxy(server.port());
  }

  @AfterEach
  void close() throws Exception {
    proxy.heal();
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
    raw.close();
    proxy.close();
  }

  List<String> registrations() throws Exception {
    return raw.getChildren(paths.nodes(), false).stream()
        .map(child -> paths.nodes() + "/" + child)
        .toList();
  }

  Stat stat(String path) throws Exception {
    Stat stat = raw.exists(path, (Watcher) null);
    assertThat(stat).as(path).isNotNull();
    return stat;
  }

  Backend direct() {
    return opened(Backends.connect(server.address(), namespace));
  }

  Backend proxied() {
    return opened(Backends.connect(proxy.address(), namespace, "request-timeout = 400 ms"));
  }

  Backend opened(Backend backend) {
    opened.add(backend);
    return backend;
  }

  static NodeInfo info(String id) {
    return new NodeInfo(id, new UUID(7, id.hashCode()), "host", 4711, "test");
  }

  static Session enrol(Backend node, String id, Duration lease) {
    return enrol(node, id, lease, new RecordedHints());
  }

  static Session enrol(Backend node, String id, Duration lease, RecordedHints hints) {
    EnrolOutcome outcome = reply(node.enrol(info(id), lease, hints));
    assertThat(outcome).isInstanceOf(EnrolOutcome.Enrolled.class);
    return ((EnrolOutcome.Enrolled) outcome).session();
  }

  static Candidate stand(Session session, String guid) {
    StandOutcome outcome = reply(session.stand(JOB, guid));
    assertThat(outcome).isInstanceOf(StandOutcome.Standing.class);
    return ((StandOutcome.Standing) outcome).candidate();
  }

  /** Takes office if it is to be the first write, else needs it. */
  static LedgerWrite write(OptionalLong version, String state) {
    return write(TERM, version.isEmpty(), version, state);
  }

  static LedgerWrite write(String term, boolean takesOffice, OptionalLong version, String state) {
    return new LedgerWrite(
        JOB, Optional.empty(), term, takesOffice, version, state, Optional.empty(), List.of());
  }

  static Granted granted(Backend node, LedgerWrite write) {
    WriteOutcome outcome = reply(node.write(write));
    assertThat(outcome).isInstanceOf(Granted.class);
    return (Granted) outcome;
  }

  static <T> T reply(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      throw new AssertionError("no reply", e);
    }
  }
}

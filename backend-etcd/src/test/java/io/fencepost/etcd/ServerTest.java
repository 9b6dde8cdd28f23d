package io.fencepost.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import io.fencepost.JobKey;
import io.fencepost.spi.Backend;
import io.fencepost.spi.Candidate;
import io.fencepost.spi.EnrolOutcome;
import io.fencepost.spi.LedgerWrite;
import io.fencepost.spi.NodeInfo;
import io.fencepost.spi.Proxy;
import io.fencepost.spi.RecordedHints;
import io.fencepost.spi.Session;
import io.fencepost.spi.SessionHints;
import io.fencepost.spi.StandOutcome;
import io.fencepost.spi.WriteOutcome;
import io.fencepost.spi.WriteOutcome.Granted;
import io.fencepost.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
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
  static final Duration LEASE = Duration.ofSeconds(2);
  static final Duration LONG_LEASE = Duration.ofSeconds(10);
  static final Duration PATIENCE = Duration.ofSeconds(20);
  static final Instant HEARTBEAT = Instant.parse("2026-08-16T02:00:00Z");
  static final String A = "00000000000000aa";
  static final String B = "00000000000000bb";
  static final String TERM = "00000000000000dd";

  static EtcdServer server;
  static Client raw;

  final String namespace = UUID.randomUUID().toString();
  final Keys keys = new Keys("", namespace);
  private final List<AutoCloseable> opened = new ArrayList<>();
  Proxy proxy;

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = EtcdServer.start(directory);
    raw = Client.builder().endpoints(server.endpoint()).build();
  }

  @AfterAll
  static void stop() {
    raw.close();
    server.close();
  }

  @BeforeEach
  void putAProxyBefore() {
    proxy = new Proxy(server.port());
  }

  @AfterEach
  void close() throws Exception {
    proxy.heal();
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
    proxy.close();
  }

  Backend direct() {
    return opened(Backends.connect(server.endpoint(), namespace));
  }

  Backend proxied() {
    return opened(Backends.connect(through(proxy), namespace, "request-timeout = 600 ms"));
  }

  static String through(Proxy proxy) {
    return "http://" + proxy.address();
  }

  <T extends AutoCloseable> T opened(T closeable) {
    opened.add(closeable);
    return closeable;
  }

  static NodeInfo info(String id) {
    return new NodeInfo(id, new UUID(7, id.hashCode()), "host", 4711, "test");
  }

  static Session enrol(Backend node, String id, Duration lease) {
    return enrol(node, id, lease, new RecordedHints());
  }

  static Session enrol(Backend node, String id, Duration lease, SessionHints hints) {
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

  static LedgerWrite claim(Candidate candidate, OptionalLong version, String state) {
    return new LedgerWrite(
        JOB,
        Optional.of(candidate),
        TERM,
        version.isEmpty(),
        version,
        state,
        Optional.empty(),
        List.of());
  }

  static Granted granted(Backend node, LedgerWrite write) {
    WriteOutcome outcome = reply(node.write(write));
    assertThat(outcome).isInstanceOf(Granted.class);
    return (Granted) outcome;
  }

  /** What is stored below a key. */
  static List<KeyValue> stored(String prefix) {
    return reply(
            raw.getKVClient().get(Keys.bytes(prefix), GetOption.builder().isPrefix(true).build()))
        .getKvs();
  }

  static long leaseOf(Session session) {
    return Long.parseUnsignedLong(session.id(), 16);
  }

  static Duration since(long nanos) {
    return Duration.ofNanos(Ticker.system().nanos() - nanos);
  }

  static <T> T reply(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      throw new AssertionError("no reply", e);
    }
  }
}

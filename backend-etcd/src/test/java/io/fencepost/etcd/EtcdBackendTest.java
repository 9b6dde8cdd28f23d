package io.fencepost.etcd;

import io.etcd.jetcd.Client;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendContract;
import io.fencepost.spi.Session;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract in a namespace of its own for each test. */
class EtcdBackendTest extends BackendContract {
  private static EtcdServer server;
  private static Client raw;

  private final String namespace = UUID.randomUUID().toString();

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

  @Override
  protected Backend connect() {
    return Backends.connect(server.endpoint(), namespace);
  }

  @Override
  protected void expire(Session session) {
    raw.getLeaseClient().revoke(Long.parseUnsignedLong(session.id(), 16)).join();
  }
}

package io.fencepost.zookeeper;

import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendContract;
import io.fencepost.spi.Session;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract in a namespace of its own for each test. */
class ZooKeeperBackendTest extends BackendContract {
  private static Server server;

  private final String namespace = UUID.randomUUID().toString();

  @BeforeAll
  static void start(@TempDir Path directory) {
    server = new Server(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected Backend connect() {
    return Backends.connect(server.address(), namespace);
  }

  @Override
  protected void expire(Session session) {
    server.endSession(Long.decode(session.id()));
  }
}

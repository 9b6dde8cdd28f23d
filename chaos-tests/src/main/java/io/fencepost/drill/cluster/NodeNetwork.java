package io.fencepost.drill.cluster;

import io.fencepost.drill.network.Link;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All paths of one replica: to each server of the store, and to the sink. Thread-safe. */
public final class NodeNetwork implements AutoCloseable {
  private final CoordinationCluster coordination;
  private final PostgresServer postgres;
  private final List<Link> store;
  private final Link sink;

  public NodeNetwork(String node, CoordinationCluster coordination, PostgresServer postgres) {
    this.coordination = coordination;
    this.postgres = postgres;
    store = coordination.members().stream().map(member -> link(node, member)).toList();
    sink = new Link(node + " to postgres", postgres.port(), Duration.ZERO);
  }

  private static Link link(String node, CoordinationMember member) {
    return new Link(node + " to " + member.name(), member.clientPort(), Duration.ZERO);
  }

  /** The paths to the store's servers, in the order of its members. */
  public List<Link> store() {
    return store;
  }

  /** The path to the database. */
  public Link sink() {
    return sink;
  }

  /** What {@code fencepost.<backend>} must have to reach the store over these paths. */
  public Map<String, String> storeSettings() {
    return coordination.settings(store.stream().map(Link::port).toList());
  }

  /** The JDBC address of a database over the path to the sink. */
  public String jdbcUrl(String database) {
    return postgres.jdbcUrl(database, sink.port());
  }

  @Override
  public void close() {
    Stream.concat(store.stream(), Stream.of(sink)).forEach(Link::close);
  }
}

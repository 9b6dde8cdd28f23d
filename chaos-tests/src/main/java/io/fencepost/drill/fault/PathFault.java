package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.network.Link;
import java.util.List;
import java.util.stream.Collectors;

/** A fault of paths between processes, which heals when they are open again. */
abstract class PathFault implements Fault {
  private final String target;
  private final List<Link> links;

  PathFault(String target, List<Link> links) {
    this.target = requireNonNull(target, "target is null");
    this.links = List.copyOf(links);
    if (links.isEmpty()) {
      throw new IllegalArgumentException("no path to disturb: target=" + target);
    }
  }

  final List<Link> links() {
    return links;
  }

  /** {@code n1 to zookeeper-1, n1 to zookeeper-2}. */
  final String paths() {
    return links.stream().map(Link::toString).collect(Collectors.joining(", "));
  }

  @Override
  public final String target() {
    return target;
  }

  @Override
  public final void heal() {
    links.forEach(Link::open);
  }
}

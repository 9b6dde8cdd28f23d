package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.network.Direction;
import io.fencepost.drill.network.Link;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * No byte passes on some paths, in one direction or in both, and nobody is told: as when packets
 * are dropped. What was sent meanwhile arrives after healing, if both ends still want it to.
 */
public final class Partition implements Fault {
  private final String target;
  private final List<Link> links;
  private final Set<Direction> directions;

  /**
   * @param target the node or server whose paths they are
   */
  public Partition(String target, List<Link> links, Set<Direction> directions) {
    this.target = requireNonNull(target, "target is null");
    this.links = List.copyOf(links);
    this.directions = EnumSet.copyOf(directions);
  }

  @Override
  public String describe() {
    return directions.size() == 2
        ? "nothing passes from " + names()
        : "no " + directions.iterator().next() + " pass from " + names();
  }

  private String names() {
    return links.stream().map(Link::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public boolean available() {
    return true;
  }

  @Override
  public void inject() {
    links.forEach(link -> link.hold(directions));
  }

  /** Something has been sent that does not arrive. */
  @Override
  public boolean tookHold() {
    return links.stream().anyMatch(link -> directions.stream().anyMatch(link::holdsBack));
  }

  @Override
  public void heal() {
    links.forEach(Link::open);
  }
}

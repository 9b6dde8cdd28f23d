package io.fencepost.drill.fault;

import io.fencepost.drill.network.Direction;
import io.fencepost.drill.network.Link;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * No byte passes on some paths, in one direction or in both, and nobody is told: as when packets
 * are dropped. What was sent meanwhile arrives after healing, if both ends still want it to.
 */
public final class Partition extends PathFault {
  private final Set<Direction> directions;

  /**
   * @param target the node or server whose paths they are
   */
  public Partition(String target, List<Link> links, Set<Direction> directions) {
    super(target, links);
    this.directions = EnumSet.copyOf(directions);
  }

  @Override
  public String describe() {
    String what =
        directions.size() == Direction.values().length
            ? "nothing passes"
            : "no " + directions.iterator().next().name().toLowerCase(Locale.ROOT) + " pass";
    return what + " from " + paths();
  }

  @Override
  public void inject() {
    links().forEach(link -> link.hold(directions));
  }

  /** Something has been sent that does not arrive. */
  @Override
  public boolean tookHold() {
    return links().stream().anyMatch(link -> directions.stream().anyMatch(link::holdsBack));
  }
}

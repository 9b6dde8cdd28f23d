package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.network.Link;
import java.util.List;
import java.util.stream.Collectors;

/** Connections are reset and new ones refused on some paths: as when a firewall rejects them. */
public final class Cut implements Fault {
  private final String target;
  private final List<Link> links;

  /**
   * @param target the node or server whose paths they are
   */
  public Cut(String target, List<Link> links) {
    this.target = requireNonNull(target, "target is null");
    this.links = List.copyOf(links);
  }

  @Override
  public String describe() {
    return "no connection from "
        + links.stream().map(Link::toString).collect(Collectors.joining(", "));
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
    links.forEach(Link::cut);
  }

  @Override
  public boolean tookHold() {
    return links.stream().allMatch(Link::isCut);
  }

  @Override
  public void heal() {
    links.forEach(Link::open);
  }
}

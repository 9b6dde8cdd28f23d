package io.fencepost.drill.fault;

import io.fencepost.drill.network.Link;
import java.util.List;

/** Connections are reset and new ones refused on some paths: as when a firewall rejects them. */
public final class Cut extends PathFault {
  /**
   * @param target the node or server whose paths they are
   */
  public Cut(String target, List<Link> links) {
    super(target, links);
  }

  @Override
  public String describe() {
    return "no connection from " + paths();
  }

  @Override
  public void inject() {
    links().forEach(Link::cut);
  }

  @Override
  public boolean tookHold() {
    return links().stream().allMatch(Link::isCut);
  }
}

package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.network.Link;
import io.fencepost.drill.network.RequestTrap;
import java.util.List;

/**
 * One request reaches its server, and the reply to it does not come back: the connection is reset.
 * Whether the request took effect can only be told by looking.
 */
public final class LostReply extends PathFault {
  private final String text;
  private final RequestTrap trap;

  /**
   * @param target the node that does not get the reply
   * @param links the paths that the request may take
   * @param text what the request contains
   */
  public LostReply(String target, List<Link> links, String text) {
    super(target, links);
    this.text = requireNonNull(text, "text is null");
    trap = RequestTrap.thatLosesTheReply(text);
  }

  @Override
  public String describe() {
    return "the reply to one request with '" + text + "' is lost on its way to " + target();
  }

  @Override
  public void inject() {
    links().forEach(link -> link.set(trap));
  }

  @Override
  public boolean tookHold() {
    return trap.sprung();
  }
}

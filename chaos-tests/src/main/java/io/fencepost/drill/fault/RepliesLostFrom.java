package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.network.Link;
import io.fencepost.drill.network.RequestTrap;
import java.util.List;

/**
 * From one request on, all requests reach their servers and no reply comes back: a partition that
 * begins at the worst moment. It holds once that request has come.
 */
public final class RepliesLostFrom extends PathFault {
  private final String text;
  private final RequestTrap trap;

  /**
   * @param target the node that gets no replies
   * @param links the paths that the request may take
   * @param text what the request contains
   */
  public RepliesLostFrom(String target, List<Link> links, String text) {
    super(target, links);
    this.text = requireNonNull(text, "text is null");
    trap = RequestTrap.thatHoldsReplies(text, links);
  }

  @Override
  public String describe() {
    return "no replies pass from " + paths() + ", from a request with '" + text + "' on";
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

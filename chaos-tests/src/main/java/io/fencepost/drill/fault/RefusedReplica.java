package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.Kind;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One more process joins that must not take part. It holds once the process says that it stands
 * aside. Healing leaves it there.
 */
public final class RefusedReplica implements Fault {
  private final String target;
  private final String what;
  private final Supplier<Replica> start;
  private @Nullable Replica replica;

  /**
   * @param target its node id
   * @param what why it must not, as in {@code joins with its clock ahead}
   * @param start starts it
   */
  public RefusedReplica(String target, String what, Supplier<Replica> start) {
    this.target = requireNonNull(target, "target is null");
    this.what = requireNonNull(what, "what is null");
    this.start = requireNonNull(start, "start is null");
  }

  @Override
  public String describe() {
    return "a process " + target + " " + what;
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public void inject() {
    replica = start.get();
  }

  @Override
  public boolean tookHold() {
    return replica != null && History.tells(replica.history(), Kind.DEGRADED);
  }

  @Override
  public void heal() {}

  /** The process; after {@link #inject}. */
  public Replica replica() {
    return requireNonNull(replica, "not injected yet");
  }
}

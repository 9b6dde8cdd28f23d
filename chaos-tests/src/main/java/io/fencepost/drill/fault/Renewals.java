package io.fencepost.drill.fault;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.history.History;
import io.fencepost.drill.history.Kind;
import java.time.Duration;
import java.util.Optional;

/**
 * The renewals of a replica's lease are lost or late, and nothing else is: its claims, its watches
 * and its sink work. The replica has to be one that takes the command {@code renewals}.
 */
public final class Renewals implements Fault {
  private final Replica replica;
  private final Optional<Duration> delay;

  private Renewals(Replica replica, Optional<Duration> delay) {
    this.replica = requireNonNull(replica, "replica is null");
    this.delay = delay;
  }

  /** They are not sent, and nobody answers. */
  public static Renewals lost(Replica replica) {
    return new Renewals(replica, Optional.empty());
  }

  /** They are sent that much later. */
  public static Renewals delayed(Replica replica, Duration by) {
    return new Renewals(replica, Optional.of(by));
  }

  @Override
  public String describe() {
    return "renewals of "
        + replica
        + delay.map(by -> " " + by.toMillis() + " ms late").orElse(" lost");
  }

  @Override
  public String target() {
    return replica.node();
  }

  @Override
  public void inject() {
    replica.process().send("renewals " + delay.map(by -> "delay " + by.toMillis()).orElse("lose"));
  }

  @Override
  public boolean tookHold() {
    return History.tells(replica.history(), Kind.RENEWAL_DISTURBED);
  }

  @Override
  public void heal() {
    if (replica.process().isAlive()) {
      replica.process().send("renewals pass");
    }
  }
}

package io.fencepost.drill.fault;

import io.fencepost.drill.cluster.CoordinationCluster;
import io.fencepost.drill.cluster.CoordinationMember;
import io.fencepost.drill.cluster.Signal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Servers of the store are killed; healing starts them again on the data they had, and waits until
 * the whole cluster serves.
 */
public final class Outage implements Fault {
  private final CoordinationCluster cluster;
  private final List<CoordinationMember> members;

  public Outage(CoordinationCluster cluster, List<? extends CoordinationMember> members) {
    this.cluster = cluster;
    this.members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("no server to kill");
    }
  }

  @Override
  public String describe() {
    return "SIGKILL " + target();
  }

  @Override
  public String target() {
    return members.stream().map(CoordinationMember::name).collect(Collectors.joining(", "));
  }

  @Override
  public void inject() {
    members.forEach(member -> member.process().signal(Signal.KILL));
  }

  @Override
  public boolean tookHold() {
    return members.stream().noneMatch(member -> member.process().isAlive());
  }

  @Override
  public boolean stillHolds() {
    return tookHold();
  }

  @Override
  public void heal() {
    members.stream().filter(m -> !m.process().isAlive()).forEach(CoordinationMember::restart);
    cluster.awaitServing();
  }
}

package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.workload.Step;

/** A kill that does not kill. */
record NothingHappens() implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named("nothing-happens").hold(Step.BEFORE_WRITE);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.heldAt(Step.BEFORE_WRITE);
    try (Injection none =
        drill.inject(new NoFault(holder.node()), Takeover.REQUIRED, drill.takeoverBound())) {
      drill.releaseAllBut(holder, Step.BEFORE_WRITE);
    }
    drill.release(holder, Step.BEFORE_WRITE);
  }

  private record NoFault(String target) implements Fault {
    @Override
    public String describe() {
      return "nothing to " + target;
    }

    @Override
    public boolean available() {
      return true;
    }

    @Override
    public void inject() {}

    @Override
    public boolean tookHold() {
      return false;
    }

    @Override
    public void heal() {}
  }
}

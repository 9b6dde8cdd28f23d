package io.fencepost.drill.scenario;

import io.fencepost.drill.Drill;
import io.fencepost.drill.DrillPlan;
import io.fencepost.drill.Injection;
import io.fencepost.drill.check.DrillFacts.Takeover;
import io.fencepost.drill.cluster.Replica;
import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.fault.Renewals;
import io.fencepost.drill.history.Kind;
import java.time.Duration;

/**
 * Drills 7 and 8: the holder's renewals are lost or late while all else works. Lost, the holder
 * stops by itself before its lease ends, and another takes over; late, there is no storm of leader
 * changes.
 *
 * @param percentLate of the lease; 0 if they are lost
 */
public record RenewalsDisturbed(int percentLate) implements Scenario {
  @Override
  public DrillPlan plan() {
    return DrillPlan.named(percentLate == 0 ? "renewals-lost" : "renewals-late-" + percentLate);
  }

  @Override
  public void play(Drill drill) {
    Replica holder = drill.service().leader();
    Duration lease = drill.lease();
    boolean lost = percentLate == 0;
    Fault fault =
        lost
            ? Renewals.lost(holder)
            : Renewals.delayed(holder, lease.multipliedBy(percentLate).dividedBy(100));
    try (Injection disturbed =
        drill.inject(fault, lost ? Takeover.REQUIRED : Takeover.ALLOWED, drill.takeoverBound())) {
      disturbed.lasts(lease.multipliedBy(lost ? 2 : 3));
    }
    if (lost) {
      drill.need(Kind.LEASE_LOST, holder.node(), "the holder stopped by itself");
    }
  }
}

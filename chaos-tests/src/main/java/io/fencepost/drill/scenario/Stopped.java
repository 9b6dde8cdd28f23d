package io.fencepost.drill.scenario;

import io.fencepost.drill.fault.Fault;
import io.fencepost.drill.fault.GracefulStop;

/** The later part of a stop that is under way: the hand-over's clock starts anew. */
record Stopped(GracefulStop stop) implements Fault {
  @Override
  public String describe() {
    return stop.describe() + ", hand-over";
  }

  @Override
  public String target() {
    return stop.target();
  }

  @Override
  public void inject() {}

  @Override
  public boolean tookHold() {
    return stop.tookHold();
  }

  @Override
  public void heal() {}
}

package io.fencepost.config;

import io.fencepost.FencedSink;
import io.fencepost.RunContext;
import io.fencepost.StoredResult;

/** A sink that has nothing but its name. */
public record NamedSink(String name) implements FencedSink {
  @Override
  public void seal(RunContext run) {}

  @Override
  public StoredResult find(RunContext run) {
    return StoredResult.NONE;
  }
}

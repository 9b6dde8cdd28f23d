package io.fencepost.drill.command;

import io.fencepost.drill.cluster.Coordination;
import picocli.CommandLine.ITypeConverter;

/** {@code etcd} as it is written on the command line. */
public final class CoordinationName implements ITypeConverter<Coordination> {
  @Override
  public Coordination convert(String name) {
    return Coordination.named(name);
  }
}

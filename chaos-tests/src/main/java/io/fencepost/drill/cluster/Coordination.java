package io.fencepost.drill.cluster;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The coordination stores that there are servers for. */
public enum Coordination {
  ZOOKEEPER {
    @Override
    public CoordinationCluster start(int servers, Path directory) {
      return ZooKeeperEnsemble.start(
          ZooKeeperEnsemble.Settings.DEFAULT.withServers(servers), directory);
    }
  },
  ETCD {
    @Override
    public CoordinationCluster start(int servers, Path directory) {
      return EtcdCluster.start(EtcdCluster.Settings.DEFAULT.withServers(servers), directory);
    }
  };

  /**
   * Starts servers and waits until all of them serve.
   *
   * @param servers 1 or 3
   * @param directory for their data and logs; without those of an earlier cluster
   */
  public abstract CoordinationCluster start(int servers, Path directory);

  /** As {@code fencepost.backend} calls it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one that is called so.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Coordination named(String name) {
    return Arrays.stream(values())
        .filter(one -> one.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "backend is '"
                        + name
                        + "', allowed: "
                        + Arrays.stream(values())
                            .map(Coordination::toString)
                            .collect(Collectors.joining(", "))));
  }
}

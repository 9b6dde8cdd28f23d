package io.fencepost.config;

import io.fencepost.SchedulerSettings;
import java.time.Duration;

/** Reads the settings of a node. */
final class NodeReader {
  private static final Duration DAY = Duration.ofDays(1);
  private static final String NAMESPACE = segmentOf("a-z, 0-9");
  private static final String NODE_ID = "auto, or " + segmentOf("A-Z, a-z, 0-9");

  private final Section node;

  NodeReader(Section node) {
    this.node = node;
  }

  /** The name of the backend; empty text if it is wrong. */
  String backend() {
    required("backend", "the name of a backend, such as zookeeper or etcd");
    return node.text("backend", "the name of a backend", text -> !text.isBlank()).orElse("");
  }

  /** If anything was reported the result must not be used. */
  SchedulerSettings settings() {
    required("namespace", NAMESPACE);
    String namespace =
        node.text("namespace", NAMESPACE, text -> text.matches("[a-z0-9][a-z0-9._-]{0,99}"))
            .orElse("none");
    String nodeId =
        node.text("node-id", NODE_ID, text -> text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}"))
            .orElse(NodeIds.AUTO);
    SchedulerSettings.Builder builder =
        SchedulerSettings.builder(
            namespace, nodeId.equals(NodeIds.AUTO) ? NodeIds.generate() : nodeId);
    node.duration("lease", Duration.ofSeconds(2), Duration.ofMinutes(5)).ifPresent(builder::lease);
    node.integer("workers", 1, 10_000).ifPresent(builder::workers);
    node.duration("drain", Duration.ZERO, Duration.ofDays(7)).ifPresent(builder::drain);
    node.duration("stop-grace", Duration.ZERO, DAY).ifPresent(builder::stopGrace);
    node.duration("resign-after", Duration.ZERO, DAY).ifPresent(builder::resignAfter);
    node.duration("resign-cooldown", Duration.ZERO, DAY).ifPresent(builder::resignCooldown);
    node.duration("max-clock-skew", Duration.ofMillis(100), DAY).ifPresent(builder::maxClockSkew);
    node.duration("relist", Duration.ofSeconds(1), Duration.ofHours(1)).ifPresent(builder::relist);
    node.longInteger("fence-epoch", 0, Long.MAX_VALUE).ifPresent(builder::fenceEpoch);
    SchedulerSettings settings = builder.build();
    checkResignAfter(settings);
    return settings;
  }

  private static String segmentOf(String letters) {
    return "1 to 100 characters of " + letters + ", '.', '_' and '-', the first a letter or digit";
  }

  private void required(String key, String allowed) {
    if (!node.has(key)) {
      node.missing(key, allowed);
    }
  }

  /**
   * A node learns once per renewal whether it can write. Less than that, and every leader of a
   * cluster would resign, and stay out of line, in a pause that the lease is there to outlast.
   */
  private void checkResignAfter(SchedulerSettings settings) {
    if (settings.resignAfter().multipliedBy(3).compareTo(settings.lease()) < 0) {
      node.problems()
          .add(
              node.path()
                  + " contradicts itself: "
                  + node.stated("resign-after", settings.resignAfter())
                  + " with "
                  + node.stated("lease", settings.lease())
                  + ": a leader would give up in pauses that its lease outlasts; allowed: at least a"
                  + " third of the lease");
    }
  }
}

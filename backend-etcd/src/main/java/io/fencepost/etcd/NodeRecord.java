package io.fencepost.etcd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fencepost.spi.NodeInfo;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** What a node's registration holds. */
final class NodeRecord {
  private static final ObjectMapper JSON = new ObjectMapper();

  private NodeRecord() {}

  /**
   * @param heartbeat the node's wall clock at its last renewal; empty before the first
   */
  static String write(NodeInfo node, Optional<Instant> heartbeat) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("node", node.id())
            .put("process", node.process().toString())
            .put("host", node.host())
            .put("pid", node.pid())
            .put("version", node.version());
    heartbeat.ifPresent(instant -> json.put("heartbeat", instant.toString()));
    try {
      return JSON.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of texts and numbers is not JSON", e);
    }
  }

  /** Whether the registration is of another process; one that cannot be read is. */
  static boolean isOfAnotherProcess(String json, NodeInfo node) {
    return !read(json).path("process").asText().equals(node.process().toString());
  }

  /** The node's wall clock at its last renewal, if there was one and it can be read. */
  static Optional<Instant> heartbeat(String json) {
    try {
      return Optional.ofNullable(read(json).path("heartbeat").textValue()).map(Instant::parse);
    } catch (DateTimeException notOurs) {
      return Optional.empty();
    }
  }

  /** For people: {@code process 8d1f..., pid 4711 on host-3}. */
  static String describe(String json) {
    JsonNode node = read(json);
    return node.isObject()
        ? "process "
            + node.path("process").asText()
            + ", pid "
            + node.path("pid").asText()
            + " on "
            + node.path("host").asText()
        : "a registration that is not ours: " + json;
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}

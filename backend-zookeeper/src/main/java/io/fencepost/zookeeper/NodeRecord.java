package io.fencepost.zookeeper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fencepost.spi.NodeInfo;
import java.time.Instant;
import java.util.Optional;

/** What a node's registration holds. */
final class NodeRecord {
  private static final ObjectMapper JSON = new ObjectMapper();

  private NodeRecord() {}

  /**
   * @param heartbeat the node's wall clock at its last renewal; empty before the first
   */
  static byte[] write(NodeInfo node, Optional<Instant> heartbeat) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("node", node.id())
            .put("process", node.process().toString())
            .put("host", node.host())
            .put("pid", node.pid())
            .put("version", node.version());
    heartbeat.ifPresent(instant -> json.put("heartbeat", instant.toString()));
    try {
      return JSON.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of texts and numbers is not JSON", e);
    }
  }

  /** Whether the registration is of another process; one that cannot be read is. */
  static boolean isOfAnotherProcess(String json, NodeInfo node) {
    return !read(json).path("process").asText().equals(node.process().toString());
  }

  /** For people: {@code process 8d1f..., pid 4711 on host-3}. */
  static String describe(String json) {
    JsonNode node = read(json);
    return node.isMissingNode()
        ? "a registration that is not ours: " + json
        : "process "
            + node.path("process").asText()
            + ", pid "
            + node.path("pid").asText()
            + " on "
            + node.path("host").asText();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}

package io.fencepost.zookeeper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fencepost.spi.NodeInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** What {@code nodes/<id>} says of a node. */
final class NodeJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private NodeJson() {}

  static byte[] write(NodeInfo node, Instant heartbeat) {
    return MAPPER
        .createObjectNode()
        .put("process", node.process().toString())
        .put("host", node.host())
        .put("pid", node.pid())
        .put("version", node.version())
        .put("heartbeat", heartbeat.toString())
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the data was written by this process, under whatever session. */
  static boolean isOf(NodeInfo node, byte[] data) {
    try {
      return node.process().toString().equals(MAPPER.readTree(data).path("process").asText());
    } catch (IOException notJson) {
      return false;
    }
  }

  static String describe(byte[] data) {
    try {
      JsonNode json = MAPPER.readTree(data);
      return "process "
          + json.path("process").asText("?")
          + " (pid "
          + json.path("pid").asText("?")
          + " on "
          + json.path("host").asText("?")
          + ")";
    } catch (IOException notJson) {
      return "somebody unknown";
    }
  }
}
